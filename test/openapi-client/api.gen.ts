// Written by `npm run generate` from the OpenAPI document. Do not edit.

export interface paths {
    "/v1/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth_signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["auth_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["auth_logout"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["oauth_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["oauth_subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/launch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["oauth_launch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["user_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["user_update"];
        trace?: never;
    };
    "/v1/my/impersonation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["impersonation_get"];
        put?: never;
        post?: never;
        delete: operations["impersonation_exit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["account_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["account_update"];
        trace?: never;
    };
    "/v1/my/account/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["account_team"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account/reach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["account_reach"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["accounts_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account/management_grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["managementGrant_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account/management_grant/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["managementGrant_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account/management_grant/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["managementGrant_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["memberships_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account/memberships/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["memberships_remove"];
        options?: never;
        head?: never;
        patch: operations["memberships_update"];
        trace?: never;
    };
    "/v1/my/account/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["invites_list"];
        put?: never;
        post: operations["invites_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account/invites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["invites_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/account/invites/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["invites_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/affiliate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["affiliate_get"];
        put?: never;
        post: operations["affiliate_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/managed_accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["managedAccounts_list"];
        put?: never;
        post: operations["managedAccounts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["messages_list"];
        put?: never;
        post: operations["messages_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks_list"];
        put?: never;
        post: operations["webhooks_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks_get"];
        put?: never;
        post?: never;
        delete: operations["webhooks_delete"];
        options?: never;
        head?: never;
        patch: operations["webhooks_update"];
        trace?: never;
    };
    "/v1/my/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["suppressions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/delivery/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["delivery_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/subscription/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["subscription_checkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/subscription/checkout_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["subscription_checkoutStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/billing/funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["funding_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/billing/funding/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["fundingPurchases_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/billing/funding/purchases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["fundingPurchases_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/validation_operations/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["validations_quote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/validation_operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["validations_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/validation_operations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["validations_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/validation_operations/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["validations_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["imports_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["imports_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["events_list"];
        put?: never;
        post: operations["events_track"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaigns_list"];
        put?: never;
        post: operations["campaigns_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["campaigns_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["campaigns_update"];
        trace?: never;
    };
    "/v1/my/campaigns/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["campaigns_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["contacts_list"];
        put?: never;
        post: operations["contacts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["lists_list"];
        put?: never;
        post: operations["lists_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/lists/{id}/contacts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["lists_updateContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["templates_list"];
        put?: never;
        post: operations["templates_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["templates_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["templates_update"];
        trace?: never;
    };
    "/v1/my/templates/{id}/send_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["templates_sendTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["flows_list"];
        put?: never;
        post: operations["flows_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["segments_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["attachments_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["publicForms_submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "email.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["on_email_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["on_email_delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["on_email_bounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.complained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["on_email_complained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["on_email_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.clicked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["on_email_clicked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["on_email_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["on_email_received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Access: {
            source: string;
            delegated: boolean;
            manager_account_id?: number | null;
            manager_account_name?: string | null;
            management_grant_id?: number | null;
            permission_set?: string | null;
            credential_type?: string | null;
        } & {
            [key: string]: unknown;
        };
        Account: {
            id: number;
            name: string;
            avatar: string | null;
            banner: string | null;
            commercial_tier: string;
            safe_mode_enabled: boolean;
            access: components["schemas"]["Access"];
            billing: components["schemas"]["Billing"];
            team: components["schemas"]["TeamSummary"];
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        AccountReference: {
            id: number;
            name: string;
        } & {
            [key: string]: unknown;
        };
        AccountUpdate: {
            name?: string;
            avatar?: string;
            banner?: string;
        };
        Affiliate: {
            enrolled: boolean;
            available: boolean;
            state: string;
            setup_status: string;
            share_url?: string | null;
            stats: components["schemas"]["AffiliateStats"];
            earnings: components["schemas"]["AffiliateEarnings"];
        } & {
            [key: string]: unknown;
        };
        AffiliateEarnings: {
            known: boolean;
            total_cents: number;
            currency: string;
        } & {
            [key: string]: unknown;
        };
        AffiliateLink: {
            first_name?: string;
            last_name?: string;
        };
        AffiliateStats: {
            visitors: number;
            leads: number;
            conversions: number;
        } & {
            [key: string]: unknown;
        };
        AgentInboxEntitlement: {
            enabled: boolean;
            max_inboxes: number;
            inbound_messages_included: number;
            inbound_messages_metered: boolean;
            inbound_message_overage_rate_cents: string;
            max_inbound_domains: number;
            max_apex_domains: number;
            apex_mx: boolean;
            legacy_forwarding: boolean;
            catch_all: boolean;
            retention_days: number;
            advanced_queue_controls: boolean;
        } & {
            [key: string]: unknown;
        };
        AudienceReach: {
            audience: number;
            cohort: string;
            current: components["schemas"]["ReachPlan"];
            recommended?: components["schemas"]["ReachPlan"];
            covered: boolean;
            summary?: string;
        } & {
            [key: string]: unknown;
        };
        Billing: {
            access_policy: string;
            plan_name: string;
            plan: components["schemas"]["Plan"];
            spend_cap_monthly_cents: number | null;
            comped: boolean;
            overage: {
                [key: string]: unknown;
            };
            funding: {
                [key: string]: unknown;
            };
            provider_route: {
                [key: string]: unknown;
            };
            entitlements: components["schemas"]["Entitlements"];
            resources: components["schemas"]["ResourceUsages"];
            brands: components["schemas"]["BrandUsage"];
            lifetime: components["schemas"]["LifetimeUsage"];
        } & {
            [key: string]: unknown;
        };
        Bounce: {
            type: "hard" | "soft";
            subtype: string;
        } & {
            [key: string]: unknown;
        };
        BrandUsage: {
            used: number;
            limit: number | null;
            remaining: number | null;
            unlimited: boolean;
            can_create: boolean;
        } & {
            [key: string]: unknown;
        };
        Campaign: {
            id: number;
            account_id: number;
            brand_id: number;
            name: string;
            channel: string;
            status: string;
            subject?: string | null;
            template_id?: number | null;
            audience?: components["schemas"]["CampaignAudience"] | null;
            scheduled_at?: string | null;
            sent_count: number;
            editable: boolean;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        CampaignAudience: {
            type: string;
            list_ids?: number[] | null;
            segment_id?: number | null;
        } & {
            [key: string]: unknown;
        };
        CampaignAudienceChoice: {
            type: "lists" | "segment" | "all_contacts";
            list_ids?: number[];
            segment_id?: number;
        };
        CampaignCreate: {
            name: string;
            channel: components["schemas"]["MessageChannel"];
            subject?: string | null;
            template_id?: number | null;
            audience?: components["schemas"]["CampaignAudienceChoice"] | null;
        };
        CampaignUpdate: {
            name?: string;
            subject?: string | null;
            template_id?: number | null;
            audience?: components["schemas"]["CampaignAudienceChoice"] | null;
        };
        Capacity: {
            source: string;
            window_seconds: number;
            status: string;
            limit: number;
            reserved: number;
            accepted: number;
            provider_unknown: number;
            remaining: number;
        } & {
            [key: string]: unknown;
        };
        CapacityRecovery: {
            state: string;
            reason_code: string;
            blocking_control: string;
            usage_percent: number;
            requested_quantity: number;
            label: string;
            detail: string;
            capacity: components["schemas"]["Capacity"];
            upgrade_url?: string;
            retry_at?: string;
            recovery_action?: components["schemas"]["RecoveryAction"];
            recovery_actions?: components["schemas"]["RecoveryAction"][];
            owner_action?: components["schemas"]["RecoveryAction"];
        } & {
            [key: string]: unknown;
        };
        Complaint: {
            feedback_type: string;
        } & {
            [key: string]: unknown;
        };
        Contact: {
            id: number;
            brand_id: number;
            uuid: string;
            email: string;
            first_name?: string | null;
            last_name?: string | null;
            source?: string | null;
            data: components["schemas"]["JsonObject"];
            subscribed_email: boolean;
            list_ids: number[];
            channels: components["schemas"]["ContactChannel"][];
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        ContactChannel: {
            id: number;
            kind: string;
            value: string;
            subscribed: boolean;
            opt_in_at?: string | null;
            opt_out_at?: string | null;
        } & {
            [key: string]: unknown;
        };
        ContactCreate: {
            email: string;
            first_name?: string;
            last_name?: string;
            opt_in?: boolean;
        };
        ContactEvent: {
            id: number;
            account_id: number;
            contact_id: number;
            event: string;
            data: components["schemas"]["JsonObject"];
            amount?: number | null;
            idempotency_key?: string | null;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        DeliveryEventData: {
            message_id: number | null;
            to: string;
            subject: string;
            idempotency_key?: string;
            tags: components["schemas"]["StringMap"];
            test?: boolean;
        } & {
            [key: string]: unknown;
        };
        DeliveryStatus: {
            assessment_scope: string;
            admission_status: string;
            commercial_capacity: components["schemas"]["Capacity"];
            pacing_state: components["schemas"]["PacingState"];
            blocking_control?: string | null;
            reason_code?: string | null;
            remediation?: components["schemas"]["RecoveryAction"] | null;
            capacity_recovery?: components["schemas"]["CapacityRecovery"] | null;
            retry_at?: string | null;
            observed_at: string;
        } & {
            [key: string]: unknown;
        };
        EmailBouncedData: {
            message_id: number | null;
            to: string;
            subject: string;
            idempotency_key?: string;
            tags: components["schemas"]["StringMap"];
            test?: boolean;
            bounce: components["schemas"]["Bounce"];
        } & {
            [key: string]: unknown;
        };
        EmailBouncedEvent: {
            type: "email.bounced";
            timestamp: string;
            data: components["schemas"]["EmailBouncedData"];
        } & {
            [key: string]: unknown;
        };
        EmailClickedData: {
            message_id: number | null;
            to: string;
            subject: string;
            idempotency_key?: string;
            tags: components["schemas"]["StringMap"];
            test?: boolean;
            url: string;
        } & {
            [key: string]: unknown;
        };
        EmailClickedEvent: {
            type: "email.clicked";
            timestamp: string;
            data: components["schemas"]["EmailClickedData"];
        } & {
            [key: string]: unknown;
        };
        EmailComplainedData: {
            message_id: number | null;
            to: string;
            subject: string;
            idempotency_key?: string;
            tags: components["schemas"]["StringMap"];
            test?: boolean;
            complaint: components["schemas"]["Complaint"];
        } & {
            [key: string]: unknown;
        };
        EmailComplainedEvent: {
            type: "email.complained";
            timestamp: string;
            data: components["schemas"]["EmailComplainedData"];
        } & {
            [key: string]: unknown;
        };
        EmailDeliveredEvent: {
            type: "email.delivered";
            timestamp: string;
            data: components["schemas"]["DeliveryEventData"];
        } & {
            [key: string]: unknown;
        };
        EmailFailedData: {
            message_id: number | null;
            to: string;
            subject: string;
            idempotency_key?: string;
            tags: components["schemas"]["StringMap"];
            test?: boolean;
            failure: components["schemas"]["Failure"];
        } & {
            [key: string]: unknown;
        };
        EmailFailedEvent: {
            type: "email.failed";
            timestamp: string;
            data: components["schemas"]["EmailFailedData"];
        } & {
            [key: string]: unknown;
        };
        EmailOpenedEvent: {
            type: "email.opened";
            timestamp: string;
            data: components["schemas"]["DeliveryEventData"];
        } & {
            [key: string]: unknown;
        };
        EmailReceivedData: {
            message_id: number | null;
            idempotency_key?: string;
            tags: components["schemas"]["StringMap"];
            from: string;
            to: string;
            subject: string;
            text: string;
            html: string;
            truncated: boolean;
            auto_submitted: boolean;
            attachments: components["schemas"]["WebhookAttachment"][];
            conversation_id: number;
            conversation_message_id: number;
            test?: boolean;
        } & {
            [key: string]: unknown;
        };
        EmailReceivedEvent: {
            type: "email.received";
            timestamp: string;
            data: components["schemas"]["EmailReceivedData"];
        } & {
            [key: string]: unknown;
        };
        EmailSentData: {
            message_id: number | null;
            to: string;
            subject: string;
            idempotency_key?: string;
            tags: components["schemas"]["StringMap"];
            test?: boolean;
            sent_at: string;
        } & {
            [key: string]: unknown;
        };
        EmailSentEvent: {
            type: "email.sent";
            timestamp: string;
            data: components["schemas"]["EmailSentData"];
        } & {
            [key: string]: unknown;
        };
        Entitlements: {
            agent_inbox: components["schemas"]["AgentInboxEntitlement"];
        } & {
            [key: string]: unknown;
        };
        ErrorBody: {
            code: number | string;
            message: string;
            error: true;
            validation_errors?: {
                [key: string]: string[];
            };
            error_code?: string;
            provisioning_id?: number;
            retryable?: boolean;
            retry_at?: string;
            recovery_action?: components["schemas"]["RecoveryAction"];
            capacity_recovery?: components["schemas"]["CapacityRecovery"];
        } & {
            [key: string]: unknown;
        };
        Failure: {
            code: string;
            reason: string;
            category: string;
        } & {
            [key: string]: unknown;
        };
        Flow: {
            id: number;
            brand_id: number;
            name: string;
            status: string;
            trigger?: components["schemas"]["JsonObject"] | null;
            steps: components["schemas"]["JsonObject"][];
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        FlowCreate: {
            name: string;
            trigger?: components["schemas"]["JsonObject"] | null;
            steps: components["schemas"]["JsonObject"][];
        };
        FormReceipt: {
            ok: true;
        } & {
            [key: string]: unknown;
        };
        FormSubmission: {
            email: string;
            list_id: number;
            first_name?: string;
            last_name?: string;
        };
        Funding: {
            currency: string;
            available_cents: number;
            reserved_cents: number;
            purchase: components["schemas"]["FundingOffer"];
            pending_purchase?: components["schemas"]["FundingPurchase"] | null;
        } & {
            [key: string]: unknown;
        };
        FundingOffer: {
            available: boolean;
            minimum_cents: number;
            maximum_cents: number;
            preset_cents: number[];
        } & {
            [key: string]: unknown;
        };
        FundingPurchase: {
            id: number;
            status: string;
            currency: string;
            amount_cents: number;
            credited_cents: number;
            checkout_url?: string | null;
            expires_at?: string | null;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        FundingPurchaseCreate: {
            amount_cents: number;
            currency?: string;
        };
        FundingPurchaseResult: {
            purchase: components["schemas"]["FundingPurchase"];
            funding: components["schemas"]["Funding"];
        } & {
            [key: string]: unknown;
        };
        Impersonation: {
            impersonating: boolean;
            impersonator?: components["schemas"]["Impersonator"] | null;
        } & {
            [key: string]: unknown;
        };
        ImpersonationExit: {
            redirect_url: string;
        } & {
            [key: string]: unknown;
        };
        Impersonator: {
            id: number;
            name: string;
            email: string;
        } & {
            [key: string]: unknown;
        };
        Import: {
            id: number;
            resource: string;
            status: string;
            total_rows: number;
            success_rows: number;
            failed_rows: number;
            progress_pct: number;
            import_errors: components["schemas"]["ImportRowError"][];
            assigned_list_ids: number[];
            started_at?: string | null;
            ended_at?: string | null;
            created_at: string;
        } & {
            [key: string]: unknown;
        };
        ImportCreate: {
            file: string;
            resource: components["schemas"]["ImportResource"];
            options?: components["schemas"]["ImportOptions"];
        };
        ImportOptions: {
            list_ids?: number[];
        };
        ImportResource: "contacts";
        ImportRowError: [
            number,
            string,
            string
        ];
        Invite: {
            id: number;
            account_id: number;
            email: string;
            role: components["schemas"]["MembershipRole"];
            token: string;
            status: string;
            accepted_at: string | null;
            revoked_at: string | null;
            expires_at: string;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        InviteCreate: {
            email: string;
            role: components["schemas"]["MembershipRole"];
        };
        JsonObject: {
            [key: string]: unknown;
        };
        LifetimeUsage: {
            email_sent: number;
            sms_sent: number;
            ai_used: number;
        } & {
            [key: string]: unknown;
        };
        List: {
            id: number;
            brand_id: number;
            name: string;
            contacts_count: number;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        ListBulkResult: {
            action: string;
            list_id: number;
            added: number;
            removed: number;
            already_in_list: string[];
            not_in_list: string[];
            not_found: string[];
            invalid_emails: string[];
        } & {
            [key: string]: unknown;
        };
        ListBulkUpdate: {
            action: "add" | "remove";
            emails: string[];
        };
        ListCreate: {
            name: string;
        };
        Login: {
            user: components["schemas"]["LoginUser"];
        };
        LoginUser: {
            email: string;
            password: string;
        };
        ManagedAccount: {
            id: number;
            external_ref: string;
            source: string;
            status: string;
            permission_set: string;
            allowed_actions: string[];
            managed_account: components["schemas"]["AccountReference"];
            owner: components["schemas"]["ManagedAccountOwner"];
            invitation: components["schemas"]["ManagedAccountInvitation"];
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        ManagedAccountCreate: {
            managed_account: components["schemas"]["ManagedAccountDetails"];
        };
        ManagedAccountDetails: {
            owner_email: string;
            owner_first_name?: string;
            owner_last_name?: string;
            account_name: string;
        };
        ManagedAccountInvitation: {
            expired: boolean;
            expires_at?: string | null;
            deadline_at?: string | null;
            notice_sent_at?: string | null;
            claimed_at?: string | null;
            reissues_remaining: number;
        } & {
            [key: string]: unknown;
        };
        ManagedAccountOwner: {
            email: string;
        } & {
            [key: string]: unknown;
        };
        ManagementGrant: {
            id: number;
            status: string;
            permission_set: string;
            manager_account: components["schemas"]["AccountReference"];
            requested_at: string;
            activated_at: string | null;
            revoked_at: string | null;
            released_at: string | null;
        } & {
            [key: string]: unknown;
        };
        ManagementGrantCommand: {
            management_grant_id: number;
        };
        Membership: {
            id: number;
            role: string;
            user_id: number;
            email: string;
            name: string;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        MembershipRole: "member" | "admin";
        MembershipUpdate: {
            role: components["schemas"]["MembershipRole"];
        };
        Message: {
            id: number;
            brand_id: number;
            channel: string;
            to: string;
            subject: string | null;
            status: string;
            provider_id?: string | null;
            source_type: string | null;
            status_reason_code?: string | null;
            status_reason?: string | null;
            failure_code?: string | null;
            failure_reason?: string | null;
            failure_category?: string | null;
            sent_at?: string | null;
            created_at: string;
        } & {
            [key: string]: unknown;
        };
        MessageChannel: "email" | "sms";
        OAuthLaunch: {
            provider: components["schemas"]["OAuthProvider"];
            auth_intent: "app" | "agent";
            auth_step: "login" | "signup";
            resume_url?: string | null;
        };
        OAuthLaunchUrl: {
            launch_url: string;
        } & {
            [key: string]: unknown;
        };
        OAuthProvider: "google_oauth2" | "github";
        PacingState: {
            status: string;
            queued_quantity: number;
            next_dispatch_at?: string | null;
        } & {
            [key: string]: unknown;
        };
        Plan: {
            id: number;
            name: string;
            active: boolean;
            probation_recipient_cap_24h: number;
            standard_recipient_cap_24h: number;
            trusted_recipient_cap_24h: number;
            entitlements: components["schemas"]["Entitlements"];
        } & {
            [key: string]: unknown;
        };
        PlanCheckout: {
            purchase_id: number;
            status: string;
            activated: boolean;
            plan_name: string;
            checkout_url?: string | null;
        } & {
            [key: string]: unknown;
        };
        PlanCheckoutCreate: {
            plan_id: number;
        };
        PopupAccount: {
            id: number;
            name: string;
            access: components["schemas"]["Access"];
            can_manage: boolean;
            needs_subscribe: boolean;
        } & {
            [key: string]: unknown;
        };
        PopupContext: {
            accounts: components["schemas"]["PopupAccount"][];
            plans: components["schemas"]["PopupPlan"][];
            payment_publishable_key: string;
        } & {
            [key: string]: unknown;
        };
        PopupErrorBody: {
            error: string;
        } & {
            [key: string]: unknown;
        };
        PopupNextStep: {
            next_step: string;
        } & {
            [key: string]: unknown;
        };
        PopupPlan: {
            id: number;
            name: string;
            slug: string;
            base_price_cents: number;
            interval: string;
        } & {
            [key: string]: unknown;
        };
        PopupSubscribe: {
            plan_id: number;
            account_id?: number | null;
            payment_token?: string | null;
        };
        ReachPlan: {
            plan_id: number;
            slug: string;
            name: string;
            tier_group: string;
            daily_cap: number;
            capacity: number;
            days_to_reach: number;
            covers: boolean;
        } & {
            [key: string]: unknown;
        };
        RecoveryAction: {
            type: string;
            label?: string;
            detail?: string;
            url?: string;
            required_role?: string;
        } & {
            [key: string]: unknown;
        };
        ResourceUsage: {
            used: number;
            allowance: number;
            remaining: number;
            overage_rate: number;
            mode: string;
            budget: number;
            budget_used: number;
        } & {
            [key: string]: unknown;
        };
        ResourceUsages: {
            email: components["schemas"]["ResourceUsage"];
            sms: components["schemas"]["ResourceUsage"];
            ai: components["schemas"]["ResourceUsage"];
        } & {
            [key: string]: unknown;
        };
        Segment: {
            id: number;
            brand_id: number;
            name: string;
            origin: string;
            filters: components["schemas"]["JsonObject"] | components["schemas"]["JsonObject"][];
            cached_count: number;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        SendCampaign: {
            deliver_at?: string;
        };
        SendMessage: {
            channel: components["schemas"]["MessageChannel"];
            to: string;
            subject?: string;
            html?: string;
            body?: string;
            template_id?: number;
            from?: string;
            from_email?: string;
            reply_to?: string;
            headers?: {
                [key: string]: string;
            };
            tags?: components["schemas"]["StringMap"];
            data?: components["schemas"]["JsonObject"];
        };
        Signup: {
            user: components["schemas"]["SignupUser"];
        };
        SignupUser: {
            first_name?: string;
            last_name?: string;
            email: string;
            mobile?: string;
            invite_token?: string | null;
            password: string;
            password_confirmation?: string;
        };
        StringMap: {
            [key: string]: string;
        };
        Suppression: {
            id: number;
            email: string;
            reason: string;
            active: boolean;
            contact_id?: number | null;
            source_provider: string | null;
            provider_diagnostic: string | null;
            bounce_type?: string | null;
            bounce_subtype?: string | null;
            complaint_feedback_type?: string | null;
            event_occurred_at?: string | null;
            expires_at?: string | null;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        SuppressionReason: "hard_bounce" | "soft_bounce" | "complaint" | "manual";
        Team: {
            account: components["schemas"]["Account"];
            memberships: components["schemas"]["Membership"][];
            invites: components["schemas"]["Invite"][];
            accessible_accounts: components["schemas"]["Account"][];
        } & {
            [key: string]: unknown;
        };
        TeamSummary: {
            seat_limit: number;
            seat_count: number;
            member_count: number;
            invite_count: number;
            current_role: string;
            can_manage_team: boolean;
        } & {
            [key: string]: unknown;
        };
        Template: {
            id: number;
            brand_id: number;
            name: string;
            subject?: string | null;
            html?: string | null;
            body?: string | null;
            preheader?: string | null;
            from_name?: string | null;
            from_email?: string | null;
            reply_to?: string | null;
            version: number;
            variables: string[];
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        TemplateCreate: {
            name: string;
            subject?: string | null;
            html?: string | null;
            body?: string | null;
            preheader?: string | null;
            from_name?: string | null;
            from_email?: string | null;
            reply_to?: string | null;
        };
        TemplateTestResult: {
            sent: number;
            results: components["schemas"]["TemplateTestSend"][];
        } & {
            [key: string]: unknown;
        };
        TemplateTestSend: {
            email: string;
            success: boolean;
            status: string;
            error?: string | null;
            message_id?: number | null;
        } & {
            [key: string]: unknown;
        };
        TemplateUpdate: {
            name?: string;
            subject?: string | null;
            html?: string | null;
            body?: string | null;
            preheader?: string | null;
            from_name?: string | null;
            from_email?: string | null;
            reply_to?: string | null;
            if_version?: number;
        };
        TestTemplate: {
            email: string | string[];
        };
        TestWebhook: {
            type: components["schemas"]["WebhookEventType"];
        };
        TrackEvent: {
            contact_id?: number;
            contact_email?: string;
            event: string;
            data: components["schemas"]["JsonObject"];
            amount?: number;
            idempotency_key?: string;
        };
        User: {
            id: number;
            first_name: string;
            last_name: string;
            email: string;
            mobile: string;
            country_code: string;
            time_zone: string;
            admin: boolean;
            ui_login_count: number;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        UserUpdate: {
            first_name?: string;
            last_name?: string;
            email?: string | string[];
            mobile?: string;
            time_zone?: string | null;
        };
        ValidationAudience: {
            contact_channel_ids?: number[];
            contact_ids?: number[];
            list_id?: number;
            segment_id?: number;
        };
        ValidationCounts: {
            candidate_count: number;
            deduplicated_count: number;
            cached_count: number;
            ineligible_count: number;
            eligible_count: number;
        } & {
            [key: string]: unknown;
        };
        ValidationFunding: {
            available: boolean;
            available_cents: number;
            shortfall_cents: number;
        } & {
            [key: string]: unknown;
        };
        ValidationItem: {
            id: number;
            contact_channel_id: number;
            status: string;
            verdict?: string | null;
            completed_at?: string | null;
        } & {
            [key: string]: unknown;
        };
        ValidationOperation: {
            operation_id: string;
            status: string;
            source_kind: string;
            counts: components["schemas"]["ValidationCounts"];
            pricing: components["schemas"]["ValidationPricing"];
            funding: components["schemas"]["ValidationFunding"];
            started_at?: string | null;
            completed_at?: string | null;
        } & {
            [key: string]: unknown;
        };
        ValidationPricing: {
            unit_rate_cents: number;
            maximum_charge_cents: number;
            currency: string;
            expires_at: string;
        } & {
            [key: string]: unknown;
        };
        ValidationQuote: {
            status: string;
            source_kind: string;
            counts: components["schemas"]["ValidationCounts"];
            pricing: components["schemas"]["ValidationPricing"];
            funding: components["schemas"]["ValidationFunding"];
        } & {
            [key: string]: unknown;
        };
        Webhook: {
            id: number;
            url: string;
            events: string[];
            enabled: boolean;
            status: string;
            failing_since?: string | null;
            secret: string;
            last_delivery?: components["schemas"]["WebhookLastDelivery"] | null;
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        WebhookAttachment: {
            id: number;
            filename: string;
            content_type: string;
            size: number;
            scanned: boolean;
        } & {
            [key: string]: unknown;
        };
        WebhookCreate: {
            url: string;
            events: components["schemas"]["WebhookEventType"][];
        };
        WebhookDelivery: {
            id: number;
            event_id: string;
            event_type: string;
            status: string;
            attempts: number;
            last_response_status?: number | null;
            last_error?: string | null;
            next_attempt_at?: string | null;
            payload: components["schemas"]["WebhookPayload"];
            created_at: string;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        WebhookEventType: "email.sent" | "email.delivered" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.received";
        WebhookLastDelivery: {
            id: number;
            event_id: string;
            event_type: string;
            status: string;
            attempts: number;
            last_response_status?: number | null;
            updated_at: string;
        } & {
            [key: string]: unknown;
        };
        WebhookPayload: {
            type: string;
            timestamp: string;
            data: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        WebhookUpdate: {
            url?: string;
            events?: components["schemas"]["WebhookEventType"][];
            enabled?: boolean;
        };
    };
    responses: {
        AnyError: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error401: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error429: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        Error503: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        PopupError400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PopupErrorBody"];
            };
        };
        PopupError422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PopupErrorBody"];
            };
        };
    };
    parameters: {
        BrandSid: string;
        AccountId: number;
        IdempotencyKey: string;
        RequiredIdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        "X-Total-Count": number;
        "X-Total-Pages": number;
        "X-Page-Number": number;
        "X-Next-Page": number;
        "X-Prev-Page": number;
        Authorization: string;
        "Content-Disposition": string;
        "WWW-Authenticate": string;
        "Retry-After": string;
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    auth_signup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Signup"];
            };
        };
        responses: {
            201: {
                headers: {
                    Authorization: components["headers"]["Authorization"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Error400"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    auth_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    Authorization: components["headers"]["Authorization"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    auth_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    oauth_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PopupContext"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            422: components["responses"]["PopupError422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    oauth_subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PopupSubscribe"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PopupNextStep"];
                };
            };
            400: components["responses"]["PopupError400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["PopupError422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    oauth_launch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthLaunch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthLaunchUrl"];
                };
            };
            400: components["responses"]["PopupError400"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["PopupError422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    user_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    user_update: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    impersonation_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Impersonation"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    impersonation_exit: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationExit"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    account_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    account_update: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    account_team: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    account_reach: {
        parameters: {
            query: {
                audience: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudienceReach"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    accounts_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    managementGrant_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagementGrant"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    managementGrant_confirm: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagementGrantCommand"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagementGrant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    managementGrant_revoke: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagementGrantCommand"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagementGrant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    memberships_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Membership"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    memberships_remove: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Membership"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    memberships_update: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    invites_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    invites_create: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    invites_revoke: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    invites_accept: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invite"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    affiliate_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Affiliate"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    affiliate_link: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AffiliateLink"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Affiliate"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Affiliate"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
            default: components["responses"]["AnyError"];
        };
    };
    managedAccounts_list: {
        parameters: {
            query?: {
                q?: string;
                status?: "preparing" | "awaiting_owner" | "payment_required" | "active" | "payment_issue" | "ended" | "needs_setup";
                sort?: "created_at" | "name" | "owner_email" | "status";
                direction?: "asc" | "desc";
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedAccount"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    managedAccounts_create: {
        parameters: {
            query?: never;
            header: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagedAccountCreate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedAccount"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedAccount"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    messages_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    messages_send: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessage"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    webhooks_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    webhooks_create: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    webhooks_get: {
        parameters: {
            query?: {
                reveal?: boolean;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    webhooks_delete: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    webhooks_update: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    webhooks_test: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhook"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    webhooks_deliveries: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    suppressions_list: {
        parameters: {
            query?: {
                email?: string;
                reason?: components["schemas"]["SuppressionReason"];
                source_provider?: string;
                active?: boolean;
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    delivery_status: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryStatus"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    subscription_checkout: {
        parameters: {
            query?: never;
            header: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanCheckoutCreate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanCheckout"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanCheckout"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    subscription_checkoutStatus: {
        parameters: {
            query: {
                purchase_id: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanCheckout"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    funding_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Funding"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    fundingPurchases_create: {
        parameters: {
            query?: never;
            header: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FundingPurchaseCreate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingPurchaseResult"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingPurchaseResult"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    fundingPurchases_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingPurchaseResult"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    validations_quote: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidationAudience"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationQuote"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    validations_start: {
        parameters: {
            query?: never;
            header: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidationAudience"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationOperation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    validations_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationOperation"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    validations_items: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationItem"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    imports_create: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    imports_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    events_list: {
        parameters: {
            query?: {
                event?: string;
                contact_id?: number;
                created_after?: string;
                created_before?: string;
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactEvent"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    events_track: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackEvent"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactEvent"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactEvent"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    campaigns_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    campaigns_create: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    campaigns_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    campaigns_update: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    campaigns_send: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    contacts_list: {
        parameters: {
            query?: {
                search?: string;
                list_id?: number;
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    contacts_create: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    lists_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    lists_create: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    lists_updateContacts: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListBulkUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListBulkResult"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    templates_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    templates_create: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    templates_get: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    templates_update: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    templates_sendTest: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestTemplate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateTestResult"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    flows_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Flow"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    flows_create: {
        parameters: {
            query?: never;
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlowCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Flow"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    segments_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                per?: number;
                per_page?: number;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Total-Pages": components["headers"]["X-Total-Pages"];
                    "X-Page-Number": components["headers"]["X-Page-Number"];
                    "X-Next-Page": components["headers"]["X-Next-Page"];
                    "X-Prev-Page": components["headers"]["X-Prev-Page"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"][];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    attachments_download: {
        parameters: {
            query?: {
                acknowledge_unscanned?: boolean;
            };
            header?: {
                "X-Brand-SID"?: components["parameters"]["BrandSid"];
                "X-Account-ID"?: components["parameters"]["AccountId"];
            };
            path: {
                conversation_id: number;
                conversation_message_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    publicForms_submit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormSubmission"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormReceipt"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            default: components["responses"]["AnyError"];
        };
    };
    on_email_sent: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSentEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_email_delivered: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailDeliveredEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_email_bounced: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailBouncedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_email_complained: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailComplainedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_email_opened: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailOpenedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_email_clicked: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailClickedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_email_failed: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailFailedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_email_received: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailReceivedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
