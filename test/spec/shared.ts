/** The field tables of models that belong to no single noun: transcribed by hand, by model name. */
export const sharedModels: Readonly<Record<string, string>> = {
  Capacity: "source window_seconds status limit reserved accepted provider_unknown remaining",
  ErrorBody:
    "code message error validation_errors error_code provisioning_id retryable retry_at recovery_action capacity_recovery",
  CapacityRecovery:
    "state reason_code blocking_control usage_percent requested_quantity label detail capacity upgrade_url retry_at recovery_action recovery_actions owner_action",
  RecoveryAction: "type label detail url required_role",
  PopupErrorBody: "error",
  PageQuery: "page limit per per_page",
}
