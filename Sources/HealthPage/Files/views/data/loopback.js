/** True if only this machine reaches the host. */
export function isLoopback(hostname) {
    return /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(hostname) || hostname.endsWith('.localhost')
}
