import type ReconnectingWebSocket from 'partysocket/ws'

/** Closes the socket for good. One that is still opening is closed once it is open: the browser would warn otherwise. */
export function closeSocket(socket: ReconnectingWebSocket): void {
  if (socket.readyState !== socket.CONNECTING) {
    socket.close(1000)
    return
  }
  const close = () => socket.close(1000)
  socket.addEventListener('open', close)
  socket.addEventListener('close', close)
}
