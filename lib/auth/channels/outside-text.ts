import "server-only";
import { AppError } from "@/lib/errors/errors";
import { BodyTooLarge, egressFetch } from "@/lib/net/egress-fetch";
import { ChannelError } from "./errors";
import { channelTimes } from "./times";

interface Reading {
  accept: string;
  maxBytes: number;
  /** What another host redirects to is not taken. */
  sameOrigin?: true;
}

/** A document of the other side by its address. Throws ChannelError: unreachable, tls, certificateExpired, tooLarge, answer, badConfiguration. */
export async function readOutside(url: string, { accept, maxBytes, sameOrigin }: Reading): Promise<string> {
  try {
    const signal = AbortSignal.timeout(channelTimes.answer);
    const response = await egressFetch(url, { headers: { accept }, signal }, { policy: "supplier", maxBytes });
    const isElsewhere = sameOrigin && new URL(response.url || url).origin !== new URL(url).origin;
    if (!response.ok || isElsewhere) {
      await response.body?.cancel().catch(() => undefined);
      throw new ChannelError("answer", { cause: new Error(isElsewhere ? "redirected" : `status ${response.status}`) });
    }
    return await response.text();
  } catch (error) {
    throw outsideError(error);
  }
}

function outsideError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  if (error instanceof AppError) return new ChannelError("badConfiguration", { cause: error });
  const codes: string[] = [];
  for (
    let current: unknown = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth++
  ) {
    if (current instanceof BodyTooLarge) return new ChannelError("tooLarge", { cause: error });
    if (current instanceof AppError) return new ChannelError("badConfiguration", { cause: error });
    codes.push(String((current as Error & { code?: unknown }).code ?? ""));
  }
  if (codes.includes("CERT_HAS_EXPIRED")) return new ChannelError("certificateExpired", { cause: error });
  const isTls = codes.some((code) => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code));
  return new ChannelError(isTls ? "tls" : "unreachable", { cause: error });
}
