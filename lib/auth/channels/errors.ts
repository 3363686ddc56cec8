import type { ChannelReason } from "@/lib/config/channel-kinds";
import { AppError, type ErrorKey } from "@/lib/errors/errors";

/** A sign-in at another site did not come to its end. What is said is the reason; the cause is for our log only. */
export class ChannelError extends Error {
  constructor(
    readonly reason: ChannelReason,
    options?: { cause?: unknown },
  ) {
    super(`channel: ${reason}`, options);
    this.name = "ChannelError";
  }
}

/** What a guest is told: enough to act on, nothing of the configuration. */
const TOLD: Partial<Record<ChannelReason, ErrorKey>> = {
  denied: "channelDenied",
  state: "channelExpired",
  replay: "channelExpired",
  noAccount: "channelNoAccount",
  accountTaken: "channelAccountTaken",
  boundElsewhere: "channelBoundElsewhere",
  disabled: "channelNoAccount",
  notMember: "channelNoAccount",
  seats: "channelSeats",
  unreachable: "channelUnreachable",
};

export function toldKey(reason: ChannelReason): ErrorKey {
  return TOLD[reason] ?? "channelFailed";
}

export function toAppError(error: ChannelError): AppError {
  return new AppError(toldKey(error.reason), { cause: error, data: { reason: error.reason } });
}

/** Mistakes of the configuration or the other side, which an administrator has to hear of. */
const FAULTS: readonly ChannelReason[] = [
  "unreachable",
  "tls",
  "certificateExpired",
  "badConfiguration",
  "clientRefused",
  "signature",
  "audience",
  "issuer",
  "answer",
  "tooLarge",
];

export function isFault(reason: ChannelReason): boolean {
  return FAULTS.includes(reason);
}

/** What is found wrong by looking at a token alone. */
export function isOfToken(reason: ChannelReason): boolean {
  return ["signature", "audience", "issuer"].includes(reason);
}
