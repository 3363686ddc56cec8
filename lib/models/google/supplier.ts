import "server-only";
import { createGoogle } from "@ai-sdk/google";
import { sdkError } from "../sdk/errors";
import { supplierFetch } from "../sdk/fetch";
import type { Channel } from "../types";
import { pathName } from "../wire/path-name";

type Google = ReturnType<typeof createGoogle>;

/** Answers that are read whole, bytes: pictures and sound in base64 are the largest. */
const ANSWER_MAX = 200_000_000;

/** Google's models over our own way out; `max` where answers are read whole. Throws SupplierError. */
export function supplierOf(channel: Channel, signal: AbortSignal, max?: number): Google {
  // The package puts the name into the path as it is: `models/…`, or whole where it has a folder of its own.
  pathName(channel.upstreamModel, 2);
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
