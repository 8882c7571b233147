# Builds the server, and leaves nothing but it in an image that runs as nobody in particular.
FROM rust:1-slim-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    cargo build --release --locked -p longtable-server \
    && cp target/release/longtable-server /longtable-server

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home longtable
COPY --from=build /longtable-server /usr/local/bin/longtable-server
USER longtable
WORKDIR /data
VOLUME /data
ENV LONGTABLE_LISTEN=0.0.0.0:7878 LONGTABLE_STORE=sqlite:/data/longtable.db
EXPOSE 7878
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["longtable-server", "health"]
ENTRYPOINT ["longtable-server"]
