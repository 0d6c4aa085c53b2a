# The mock server of mas-sdk, alone: its package needs nothing but Node. docs/guides/containers-and-ci.md says how it is used.
FROM node:22-alpine AS package
ARG PACKAGE=mas-sdk@0.1.0
RUN --mount=type=bind,target=/context npm pack --pack-destination /tmp "$PACKAGE" && tar -xzf /tmp/*.tgz -C /opt

FROM alpine:3.22
RUN apk add --no-cache nodejs
COPY --from=package /opt/package /opt/mas-sdk
USER 10001:10001
EXPOSE 4010
HEALTHCHECK --interval=2s --timeout=5s --retries=30 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_mock/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["node", "/opt/mas-sdk/dist/cli/entry.cjs", "mock", "start", "--host", "0.0.0.0", "--log", "pretty"]
CMD ["--allow-host", "mas"]
