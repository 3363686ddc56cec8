import "server-only";
import { createGoogle } from "@ai-sdk/google";
import { sdkError } from "../sdk/errors";
import { supplierFetch } from "../sdk/fetch";
import type { Channel } from "../types";

type Google = ReturnType<typeof createGoogle>;

/** Answers that are read whole, bytes: pictures and sound in base64 are the largest. */
const ANSWER_MAX = 200_000_000;

/** Google's models over our own way out; `max` where answers are read whole. */
export function supplierOf(channel: Channel, signal: AbortSignal, max?: number): Google {
  return createGoogle({
    // Neither is ever unset: the package would go elsewhere or read the environment instead.
    baseURL: channel.baseUrl ?? "",
    apiKey: channel.apiKey ?? "",
    fetch: supplierFetch(channel, signal, max),
  });
}

/** A call that is answered whole. Throws SupplierError. */
export async function askWhole<T>(
  channel: Channel,
  signal: AbortSignal,
  ask: (supplier: Google) => PromiseLike<T>,
): Promise<T> {
  try {
    return await ask(supplierOf(channel, signal, ANSWER_MAX));
  } catch (error) {
    throw sdkError(error, channel);
  }
}
