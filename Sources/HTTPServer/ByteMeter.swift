import NIOCore

/// Counts bytes before the parser, including those that do not form a message yet.
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
