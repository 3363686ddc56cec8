import "server-only";
import { db } from "@/db/client";
import { findChannelByScimToken } from "@/db/queries/scim/scim";
import { isScimKind } from "@/lib/config/channel-kinds";
import { authorizationToken } from "../session";
import { hashToken, randomToken } from "../tokens";
import { opened } from "./store";
import type { OpenChannel } from "./types";

/** Tells these tokens from others where somebody finds one. */
const PREFIX = "scim-";

/** A new token, shown once; only its hash is stored. */
export function newScimToken(): { token: string; tokenHash: string } {
  const token = PREFIX + randomToken();
  return { token, tokenHash: hashToken(token) };
}

/**
 * The channel a token pushes to; null without one. Asked anew at each call, so that a token that is taken back is out at
 * once. A channel that is off still takes pushes: its people are made ready before anybody comes in by it.
 */
export async function findPushingChannel(headers: Headers): Promise<OpenChannel | null> {
  const token = authorizationToken(headers);
  if (!token?.startsWith(PREFIX) || token.length > 200) return null;
  const row = await findChannelByScimToken(db(), hashToken(token));
  return row && isScimKind(row.kind) ? opened(row) : null;
}
