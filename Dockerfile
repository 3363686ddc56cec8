# One image for the scaled set-up (web and worker processes on a Postgres of your own); `npm start` needs none of this.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# First the packages alone, so that a change of the sources does not install them again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN mkdir -p public && BUILD_STANDALONE=1 npm run build

FROM ${NODE_IMAGE}
WORKDIR /app
# NEXT_MANUAL_SIG_HANDLE: the application drains by itself on SIGTERM. HOSTNAME: the address to listen on; a container
# has a variable of that name, its own, which only this line overrides.
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    NEXT_MANUAL_SIG_HANDLE=true \
    HOSTNAME=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/.next/workers ./.next/workers
COPY --from=build /app/public ./public
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/scripts/preload.mjs ./scripts/preload.mjs
COPY --from=build /app/scripts/lib/page-compression.mjs ./scripts/lib/page-compression.mjs
COPY --from=build /app/scripts/lib/secret-environment.mjs ./scripts/lib/secret-environment.mjs
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself and not npm, which would not pass the signal to stop on.
CMD ["node", "--import", "./scripts/preload.mjs", "server.js"]
