import "server-only";
import type { ApiAuth } from "@/lib/config/tool-kinds";
import type { EgressPolicy } from "@/lib/net/egress";
import { ToolFailure } from "../types";
import { accessToken } from "./oauth";

/** How calls of an API are authenticated; lives as long as one call. */
export interface ApiCredentials {
  /** Null: the secrets are request headers as they are. */
  auth: ApiAuth | null;
  secrets: Readonly<Record<string, string>>;
}

/** Name of the one secret of an `ApiAuth` among the stored ones. */
export const API_SECRET = "secret";

/** What goes with a call. */
export interface Signature {
  headers: Record<string, string>;
  query: readonly (readonly [name: string, value: string])[];
  /** Texts that nobody is told: of what was sent, and of what an answer says again. */
  hidden: Record<string, string>;
  /** A token that was kept: refused, it is asked for anew once. */
  isKept: boolean;
}

interface SignLimits {
  policy: EgressPolicy;
  signal: AbortSignal;
  /** Takes no token that was kept. */
  anew?: boolean;
}

/** What proves to an API who calls. Throws ToolFailure: of OAuth what the token endpoint says. */
export async function signatureOf({ auth, secrets }: ApiCredentials, limits: SignLimits): Promise<Signature> {
  const none: Signature = { headers: {}, query: [], hidden: { ...secrets }, isKept: false };
  if (auth === null) return { ...none, headers: { ...secrets } };
  if (auth.kind === "none") return none;
  const secret = secrets[API_SECRET];
  if (!secret) throw new ToolFailure("toolNotReady");
  switch (auth.kind) {
    case "header":
      return { ...none, headers: { [auth.name]: secret } };
    case "query":
      return { ...none, query: [[auth.name, secret]] };
    case "bearer":
      return { ...none, headers: { authorization: `Bearer ${secret}` } };
    case "basic": {
      const pair = Buffer.from(`${auth.user}:${secret}`).toString("base64");
      return { ...none, headers: { authorization: `Basic ${pair}` }, hidden: { secret, pair } };
    }
    case "oauth": {
      const { token, isKept } = await accessToken({ ...auth, clientSecret: secret }, limits);
      const pair = Buffer.from(`${auth.clientId}:${secret}`).toString("base64");
      return { ...none, headers: { authorization: `Bearer ${token}` }, hidden: { secret, pair, token }, isKept };
    }
  }
}
