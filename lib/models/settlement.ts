import type { Settlement } from "@/db/queries/models/usage";

/** A settlement by estimate, for a call that is not known or was left without one. */
export function estimatedSettlement(
  call: { id: string; day: string },
  outputTokens: number,
  end: { status: Settlement["outcome"]; error: Settlement["error"] },
): Settlement {
  return {
    id: call.id,
    day: call.day,
    channelId: null,
    supplierId: null,
    supplierKeyId: null,
    inputTokens: 0,
    outputTokens,
    reasoningTokens: 0,
    cachedTokens: 0,
    countedTokens: outputTokens,
    images: 0,
    audioMs: 0,
    characters: 0,
    estimated: true,
    outcome: end.status,
    error: end.error,
    attempts: 1,
    firstTokenMs: null,
    durationMs: null,
    costMicros: null,
    currency: null,
  };
}
