import HTTP
import NIOCore
import NIOHTTP1

// Events of the channel, on the event loop.
extension Wire {
    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        task = connections.opened(self, context.channel)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        silentBytes = 0
        hasLineEnded = false
        if lingering == nil { inbox.append(unwrapInboundIn(data)) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if lingering != nil { context.read() } else { deliver() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable else { return }
        let waiting = writers
        writers = []
        for writer in waiting { writer.resume() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .inputClosed? = event as? ChannelEvent else { return context.fireUserInboundEventTriggered(event) }
        hasPeerClosed = true
        if isEventStream { task?.cancel() }
        endInput(.connectionEnded)
        if lingering != nil { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? HTTPParserError {
        case nil, .invalidEOFState?, .closedConnection?: endInput(.connectionEnded)
        case .headerOverflow?: endInput(hasLineEnded ? .headersTooLarge : .targetTooLong)
        default: endInput(.malformed)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        hasPeerClosed = true
        stallClock?.cancel()
        lingerClock?.cancel()
        // The client is gone; the part of the body that arrived may still be read.
        task?.cancel()
        task = nil
        let waiting = writers
        writers = []
        for writer in waiting { writer.resume(throwing: HTTPFault.connectionEnded) }
        endInput(.connectionEnded)
        connections.closed(self)
        context.fireChannelInactive()
    }
}
