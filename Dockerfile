# The Node of package-lock.json, the C libraries that it needs, the packages and the sources; no shell, no package manager,
# no second Node. docs/running/install.md says how to run it.
FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
# Node's loader needs libatomic1, and slim images may lack it.
RUN apt-get update && apt-get install -y --no-install-recommends binutils libatomic1

WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY web web
COPY client client
COPY src src
COPY bin bin
# With what builds the pages and the bundle, which then goes.
RUN npm ci --no-audit --no-fund && npm run build && npm prune --omit=dev --no-audit --no-fund
# Without symbols and headers, 100 MB less. A library that is missing stops the build here.
RUN set -eu; \
    mkdir -p /image/tmp /image/usr/local/bin; \
    chmod 1777 /image/tmp; \
    strip -o /image/usr/local/bin/node node_modules/node-linux-*/bin/node; \
    rm -r node_modules/node-linux-* node_modules/.bin; \
    ! ldd /image/usr/local/bin/node | grep 'not found'; \
    cp -L --parents $(ldd /image/usr/local/bin/node | grep -o '/[^ ]*') /image

COPY examples examples
# Keeps what a start compiles, as the user and under the path of the image. The files are readable by that user alone.
RUN install -d -o 10001 node_modules/.cache && DATABASE_URL=sqlite:/tmp/rollcall/rollcall.db PORT=0 \
    setpriv --reuid=10001 --regid=10001 --clear-groups /image/usr/local/bin/node bin/compile.js && \
    mv node_modules/.cache /compiled && \
    install -d -o 10001 -g 10001 -m 700 /volumes/data

FROM scratch
COPY --from=build /image /
COPY --from=build /app /app
COPY --from=build --chown=10001:10001 /compiled /app/node_modules/.cache
# Buildah gives a copied folder to root, and only its content to the user: hence the folder around it.
COPY --from=build --chown=10001:10001 /volumes /
USER 10001:10001
# What lies beside an embedded database is in ./data with PostgreSQL, hence in the volume with either.
WORKDIR /
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATABASE_URL=sqlite:/data/rollcall.db
VOLUME /data
EXPOSE 8080
# Whether the process lives: no container has to go because the database is away. Load balancers ask /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--", "/app/bin/rollcall.js"]
CMD ["serve"]
