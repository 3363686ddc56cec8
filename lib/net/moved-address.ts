/**
 * Whether an address of a supplier or a tool changes to another one. A key or header stored for one address is never sent to another
 * (SECURITY SK-02): on a host that many share, the path says who reads them, so the same host alone is not enough. Only
 * what is written differently counts as the same: case of the host, a usual port, slashes at the end. Null is no address.
 */
export function isMoved(from: string | null, to: string | null): boolean {
  return normal(from) !== normal(to);
}

function normal(address: string | null): string {
  const text = address?.trim() ?? "";
  return (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, "");
}
