# The command line alone, from the folders that make release-dry fills:
#
#   docker build -t heddle .
#   docker run --rm -v "$HOME:/home:ro" heddle list
#
# TARGETARCH is set by the builder.
FROM scratch
ARG TARGETARCH
COPY dist/image/linux-${TARGETARCH}/heddle /heddle
ENV HOME=/home
USER 65534:65534
ENTRYPOINT ["/heddle"]
