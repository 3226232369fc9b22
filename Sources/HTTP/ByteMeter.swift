import NIOCore

/// Stands before the parser and lets the wire see how many bytes come, also those of which nothing becomes yet.
final class ByteMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let wire: Wire

    init(_ wire: Wire) { self.wire = wire }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard wire.meter(unwrapInboundIn(data)) else { return }
        context.fireChannelRead(data)
        wire.checkSilence()
    }
}
