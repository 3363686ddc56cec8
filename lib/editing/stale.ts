/** What a 409 `staleRecord` carries. */
export interface StaleData {
  error: "staleRecord";
  /** The editable fields of the record as they are now, in the names of its DTO. */
  current: Record<string, unknown>;
  /** To be sent by whoever saves over it knowingly. */
  revision: string;
  /** Who changed it last, where that is known and may be told. */
  changedBy?: string;
  changedAt?: string;
}

/** What a stale save was answered with; null for any other data of a failure. */
export function staleDataOf(data: unknown): StaleData | null {
  return (data as StaleData | null)?.error === "staleRecord" ? (data as StaleData) : null;
}
