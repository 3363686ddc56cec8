import "server-only";
import { NextRequest } from "next/server";
import NextAuth, { type Account, customFetch, type Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers";
import { authSecret } from "../cookie";
import { ChannelError } from "./errors";
import { openIdError } from "./openid-errors";
import type { CompleteInput, Decide, OpenChannel, OutsideIdentity, RedirectDriver } from "./types";

/** A provider of next-auth as a channel's row has it; its id, and where it sends people back to, are set here. */
export type ChannelProvider = DistributedOmit<OAuthConfig<Profile>, "id" | "name" | "authorization"> & {
  authorization: { url: string; params: Record<string, string> };
  [customFetch]: typeof fetch;
};
type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What next-auth found at a provider. An id token's signature is still unread: it trusts the connection. */
export interface Proof {
  profile?: Profile;
  account?: Account | null;
}

/** A kind of channel that next-auth signs people in by. All throw ChannelError. */
export interface NextAuthKind {
  provider(channel: OpenChannel): Promise<ChannelProvider>;
  /** What a way back has to say besides what next-auth asks for. */
  assertAnswer?(channel: OpenChannel, query: URLSearchParams): Promise<void>;
  identity(channel: OpenChannel, proof: Proof): Promise<OutsideIdentity>;
}

interface Way {
  kind: NextAuthKind;
  channel: OpenChannel;
  callbackUrl: string;
  /** What the way back says. */
  query?: URLSearchParams;
  /** Asked in the `signIn` callback. */
  decide: Decide;
}

/** Nothing is mounted there: our own routes, whose addresses providers know, call next-auth with requests of their making. */
const BASE = "/api/auth";
/**
 * next-auth's short-lived cookies, by the names they have here. They stay with the flow (sealed by next-auth, encrypted by
 * us, taken once) and never reach a browser: tabs do not overwrite each other's, and the verifier does not leave us.
 */
const CHECKS = { pkceCodeVerifier: "verifier", state: "state", nonce: "nonce" };
/** What a way back may say. The rest is dropped: next-auth reads orders of its own there (`callbackUrl`). */
const ANSWERS = ["code", "state", "iss", "error", "error_description", "response", "id_token", "token"];

/** The driver of a kind: next-auth makes the way out and takes the way back, with one provider, made for the request. */
export function byNextAuth(kind: NextAuthKind): Required<RedirectDriver> {
  return {
    async begin(channel, { callbackUrl }) {
      const ask = openAuth({ kind, channel, callbackUrl, decide: nobody });
      const granted = await ask("csrf");
      const { csrfToken } = (await granted.json()) as { csrfToken: string };
      const body = new URLSearchParams({ csrfToken });
      const response = await ask(`signin/${channel.id}`, { method: "POST", body, ...withCookies(cookiesOf(granted)) });
      const url = new URL(response.headers.get("location") ?? "");
      // next-auth insists on a scope; an empty one is none.
      if (url.searchParams.get("scope") === "") url.searchParams.delete("scope");
      const cookies = cookiesOf(response);
      const secrets = Object.fromEntries(Object.values(CHECKS).map((name) => [name, cookies[name] ?? ""]));
      const state = url.searchParams.get("state");
      if (!state || !secrets.state || !secrets.verifier) throw new ChannelError("answer");
      return { url: url.href, secrets, state };
    },
    finish: (channel, input, decide) => finish(kind, channel, input, decide),
    async complete(channel, input) {
      let found: OutsideIdentity | undefined;
      await finish(kind, channel, input, async (identity) => {
        found = identity;
        return "/";
      });
      return found!;
    },
  };
}

/** The page that was decided upon, as next-auth answers it. */
async function finish(kind: NextAuthKind, channel: OpenChannel, input: CompleteInput, decide: Decide): Promise<string> {
  const { params, callbackUrl, secrets } = input;
  // A flow of a version before this one.
  if (!secrets.state) throw new ChannelError("state");
  const query = new URLSearchParams();
  for (const name of ANSWERS) {
    const [value, again] = params.getAll(name);
    if (again !== undefined) throw new ChannelError("answer");
    if (value !== undefined) query.set(name, value);
  }
  await kind.assertAnswer?.(channel, query);
  let page: string | undefined;
  const decided: Decide = async (identity) => {
    page = await decide(identity);
    return page;
  };
  const ask = openAuth({ kind, channel, callbackUrl, query, decide: decided });
  const response = await ask(`callback/${channel.id}?${query}`, withCookies(secrets));
  // Without a decision it leads to a page of next-auth's own.
  const location = page === undefined ? null : response.headers.get("location");
  if (location === null) throw new ChannelError("answer");
  return location;
}

/** next-auth for one way; what comes back asks one of its actions, and throws what it would have logged. */
function openAuth({ kind, channel, callbackUrl, query, decide }: Way) {
  const failures: unknown[] = [];
  const { handlers } = NextAuth(async () => ({
    basePath: BASE,
    secret: authSecret(),
    // The request is ours, and so is the name in its address.
    trustHost: true,
    redirectProxyUrl: "",
    providers: [providerAt(channel, callbackUrl, await kind.provider(channel))],
    cookies: Object.fromEntries(Object.entries(CHECKS).map(([check, name]) => [check, { name, options: {} }])),
    callbacks: {
      async signIn({ profile, account }) {
        try {
          // A page ends the way here: next-auth opens no session of its own.
          return await decide(await kind.identity(channel, { profile, account }));
        } catch (error) {
          failures.push(error);
          throw error;
        }
      },
      redirect: ({ url }) => url,
    },
    // Its own log would repeat what the other side said.
    logger: {
      error: (error) => failures.push(failureOf(error, query)),
      warn: () => undefined,
      debug: () => undefined,
    },
  }));
  return async (path: string, init?: ConstructorParameters<typeof NextRequest>[1]): Promise<Response> => {
    const request = new NextRequest(new URL(`${BASE}/${path}`, callbackUrl), init);
    const response = await handlers[request.method === "POST" ? "POST" : "GET"](request);
    if (failures.length > 0) throw failures[0];
    return response;
  };
}

function failureOf(error: Error, query?: URLSearchParams): Error {
  // What the other side answered stands in next-auth's debug log alone.
  if ("type" in error && error.type === "OAuthCallbackError") {
    return openIdError({ error: query?.get("error"), error_description: query?.get("error_description") });
  }
  return openIdError((error.cause as { err?: unknown } | undefined)?.err ?? error);
}

/** The way back ends at the channel's own address, not at one that next-auth makes of its id. */
function providerAt(channel: OpenChannel, callbackUrl: string, provider: ChannelProvider): OAuthConfig<Profile> {
  const { url, params } = provider.authorization;
  const send = provider[customFetch];
  return {
    ...provider,
    id: channel.id,
    name: channel.nameEn,
    authorization: { url, params: { ...params, redirect_uri: callbackUrl } },
    // Whom it makes of a profile is not looked at; what it signs in is decided in `identity`.
    profile: () => ({ id: channel.id }),
    [customFetch]: (address, init) => {
      const body = init?.body;
      if (body instanceof URLSearchParams && body.has("redirect_uri")) body.set("redirect_uri", callbackUrl);
      return send(address, init);
    },
  };
}

/** Nobody comes back while a way begins. */
const nobody: Decide = () => Promise.reject(new ChannelError("answer"));

function cookiesOf(response: Response): Record<string, string> {
  const pairs = response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

function withCookies(cookies: Record<string, string>) {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return { headers: { cookie: cookie.join("; ") } };
}
