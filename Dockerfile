# The shop in a container: docs/operating.md. Node is the one of scripts/node/package.json.
FROM node:26.12.1-trixie-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# Without SQLite's sources, and without TypeScript, which comes as an optional peer of @react-router/node.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/typescript node_modules/@typescript

FROM node:26.12.1-trixie-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY react-router.config.ts tsconfig.json vite.config.ts ./
COPY app ./app
COPY migrations ./migrations
COPY public ./public
COPY scripts ./scripts
RUN node -e "import('./scripts/prepare.mjs').then((p) => p.build())"

FROM node:26.12.1-trixie-slim
WORKDIR /shop
# Only the files that the shop needs at run time (scripts/container.test.ts). They belong to root: the shop can only
# write to its data folder.
COPY --from=packages /shop/node_modules ./node_modules
COPY --from=build /shop/build ./build
COPY package.json ./
COPY migrations ./migrations
COPY scripts/serve.mjs scripts/prepare.mjs scripts/backup.mjs scripts/restore.mjs scripts/move.mjs scripts/clear-sample.mjs scripts/staff.mjs scripts/import.mjs scripts/export.mjs ./scripts/
COPY scripts/backup ./scripts/backup
COPY scripts/node ./scripts/node
COPY app/sample/covers ./app/sample/covers
COPY app/platform/pictures/image-worker.mjs ./app/platform/pictures/
COPY app/platform/pdf/pdf-worker.mjs ./app/platform/pdf/
COPY app/platform/pdf/fonts ./app/platform/pdf/fonts
COPY app/domain/sales/documents/order-document.typ ./app/domain/sales/documents/
COPY app/domain/sales/papers/papers.typ ./app/domain/sales/papers/
COPY app/domain/catalogue/books/pictures/link-preview.typ ./app/domain/catalogue/books/pictures/
RUN mkdir /data && chown node:node /data
# MALLOC_ARENA_MAX: some 10 MB less memory (docs/decisions/0032).
ENV NODE_ENV=production SHOP_MODE=live DATA_DIR=/data PORT=3000 MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 3000
# The image's user "node", by number, so that an engine can see that it is not root.
USER 1000:1000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The memory limits of npm start.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=320", "scripts/serve.mjs"]
