import "server-only";
import { errors } from "jose";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { AppError } from "@/lib/errors/errors";
import { ChannelError } from "./errors";

/** Fields that libraries give their errors; none of them is sure to be there. */
interface Fault {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  /** OAuth's own code, when the other side answered with one. */
  error?: unknown;
  error_description?: unknown;
  claim?: unknown;
  reason?: unknown;
  name?: unknown;
}

const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|CERT_|EPROTO$|HOSTNAME_MISMATCH)/;
const SIGNATURE = /signature|"alg"|JWS algorithm|no applicable keys|multiple applicable keys/i;
const CLAIMS: Record<string, ChannelReason> = {
  aud: "audience",
  azp: "audience",
  iss: "issuer",
  nonce: "nonce",
  exp: "expired",
  nbf: "notYet",
  iat: "notYet",
};
/** What a site answers in place of a code or a token (RFC 6749, OpenID Connect Core 3.1.2.6). */
const ANSWERS: Record<string, ChannelReason> = {
  access_denied: "denied",
  consent_required: "denied",
  interaction_required: "denied",
  login_required: "denied",
  account_selection_required: "denied",
  invalid_client: "clientRefused",
  unauthorized_client: "clientRefused",
  invalid_grant: "code",
  server_error: "unreachable",
  temporarily_unavailable: "unreachable",
};

/** The connection to the other side failed: how, as far as it can be told. */
export function connectionReason(error: unknown): ChannelReason {
  const codes = chain(error).map(({ code, name }) => String(code ?? name ?? ""));
  if (codes.includes("CERT_HAS_EXPIRED")) return "certificateExpired";
  if (codes.includes("BodyTooLarge")) return "tooLarge";
  return codes.some((code) => TLS_CODE.test(code)) ? "tls" : "unreachable";
}

/** Anything the handshake threw, with its reason. What is kept for our log are codes: claims and tokens never. */
export function openIdError(error: unknown): Error {
  const faults = chain(error);
  const known = faults.find((fault) => fault instanceof ChannelError || fault instanceof AppError);
  if (known) return known as Error;
  return new ChannelError(reasonOf(faults), { cause: new Error(summary(faults)) });
}

/** Claims that are there and wrong; of another one it was missed that it is there at all. */
const TOKEN_CLAIMS: Record<string, ChannelReason> = { aud: "audience", iss: "issuer", nbf: "notYet" };

/** What is wrong with a signed token, by what verifying it threw. */
export function tokenError(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return new ChannelError("expired");
  if (error instanceof errors.JWTClaimValidationFailed) return new ChannelError(TOKEN_CLAIMS[error.claim] ?? "claims");
  const isUnsigned =
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid;
  return isUnsigned ? new ChannelError("signature") : openIdError(error);
}

function reasonOf(faults: readonly Fault[]): ChannelReason {
  const answered = faults.find(({ error }) => typeof error === "string");
  if (answered) {
    const isPkce = /verifier|pkce|code_challenge/i.test(String(answered.error_description ?? ""));
    return isPkce ? "pkce" : (ANSWERS[String(answered.error)] ?? "badConfiguration");
  }
  const code = faults.map((fault) => fault.code).find((value) => typeof value === "string") as string | undefined;
  const messages = faults.map(({ message }) => String(message ?? "")).join(" ");
  const claim = faults.map((fault) => fault.claim).find((value) => typeof value === "string") as string | undefined;
  if (code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT") return "unreachable";
  if (code === "OAUTH_HTTP_REQUEST_FORBIDDEN") return "badConfiguration";
  if (code === "OAUTH_WWW_AUTHENTICATE_CHALLENGE") return "clientRefused";
  if (SIGNATURE.test(messages) || code === "OAUTH_KEY_SELECTION_FAILED") return "signature";
  if (claim) return CLAIMS[claim] ?? "claims";
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") return /issuer/.test(messages) ? "issuer" : "claims";
  if (/nonce/.test(messages)) return "nonce";
  if (/"iss"|issuer/.test(messages)) return "issuer";
  return "answer";
}

/** An error and what it was made of, outermost first. */
function chain(error: unknown): Fault[] {
  const found: Fault[] = [];
  for (let at = error; at !== null && typeof at === "object" && found.length < 6; at = (at as Fault).cause) {
    found.push(at as Fault);
    // A connection tried over several addresses.
    if (at instanceof AggregateError) found.push(...(at.errors as Fault[]).slice(0, 4));
  }
  return found;
}

function summary(faults: readonly Fault[]): string {
  const parts = faults.flatMap(({ code, error, error_description: told, claim, name }) => [
    typeof code === "string" ? code : "",
    typeof error === "string" ? error.slice(0, 60) : "",
    // Codes of Entra's own, without the sentence: it may repeat what was sent.
    /AADSTS\d+/.exec(String(told ?? ""))?.[0] ?? "",
    typeof claim === "string" ? `claim ${claim}` : "",
    code === undefined && typeof name === "string" ? name : "",
  ]);
  return [...new Set(parts.filter(Boolean))].join(", ").slice(0, 300);
}
