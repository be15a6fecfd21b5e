# The command line alone, from the folders that make release-dry fills:
#
#   docker build --build-arg TARGETARCH=amd64 -t heddle .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$HOME:/home:ro" heddle list
#
# Agents' files can be read by their owner only, so the container runs as you. BuildKit sets TARGETARCH by
# itself. The program needs no files beside it: core.wasm, time zones and prices are in it.
FROM scratch
ARG TARGETARCH
COPY dist/image/linux-${TARGETARCH}/heddle /heddle
ENV HOME=/home
USER 65534:65534
ENTRYPOINT ["/heddle"]
