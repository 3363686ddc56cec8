import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface OidcAccount {
  sub: string;
  [claim: string]: unknown;
}

export const OIDC_CLIENT = { id: "platform", secret: "a-secret-of-the-client-0123456789" };
/** Knows no secret: PKCE alone proves that the code came back to who asked for it. */
export const OIDC_PUBLIC_CLIENT = "platform-public";

const CALLBACK = /^https?:\/\/[^/]+\/api\/public\/login\/[0-9a-f-]{36}\/callback$/;
const CLAIMS = {
  openid: ["sub"],
  profile: ["preferred_username", "name", "groups", "realm"],
  email: ["email", "email_verified"],
};
const HOUR_S = 3600;
/** Said outright, for the provider prints a reminder at the first use of each lifetime it has to guess. */
const LIFETIMES = { Interaction: HOUR_S, Session: HOUR_S, Grant: HOUR_S, AccessToken: HOUR_S, IdToken: HOUR_S };

/** A real provider (`oidc-provider`) in this process, with a plain form that a browser and a test can both fill. */
export async function startOidcServer(port = 0) {
  const accounts = new Map<string, OidcAccount>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const common = { redirect_uris: ["http://product.test/unused"], response_types: ["code" as const] };
  // Its reminders for production say nothing about a test.
  const { warn, info } = console;
  console.warn = console.info = () => undefined;
  const provider = new Provider(issuer, {
    clients: [
      { ...common, client_id: OIDC_CLIENT.id, client_secret: OIDC_CLIENT.secret },
      { ...common, client_id: OIDC_PUBLIC_CLIENT, token_endpoint_auth_method: "none" },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of the fake"] },
    features: { devInteractions: { enabled: false } },
    // Claims stand in the id token too, as most providers have it.
    conformIdTokenClaims: false,
    claims: CLAIMS,
    ttl: LIFETIMES,
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => {
      const account = accounts.get(id);
      return account && { accountId: id, claims: async () => account };
    },
    // Nobody is asked what the client may see: the form is one page.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  Object.assign(console, { warn, info });
  // The address ends with the id of a channel that is made after the provider.
  provider.Client.prototype.redirectUriAllowed = (uri) => CALLBACK.test(uri);

  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    if (request.method !== "POST") {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(FORM);
      return;
    }
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const fields = new URLSearchParams(text);
      const accountId = fields.get("account") ?? "";
      const isIn = fields.get("choice") === "in" && accounts.has(accountId);
      const result = isIn ? { login: { accountId } } : { error: "access_denied", error_description: "Not today" };
      void provider.interactionFinished(request, response, result).catch(() => response.destroy());
    });
  });

  return {
    issuer,
    /** Who may sign in there, by the name typed into its form. */
    know: (name: string, account: Omit<OidcAccount, "sub"> & { sub?: string }) => {
      accounts.set(name, { ...account, sub: name });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const FORM = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><form method="post">
<label>Account <input name="account"></label>
<button name="choice" value="in">Sign in at the provider</button>
<button name="choice" value="out">Cancel at the provider</button></form></html>`;

/** Walks the provider's pages as a browser would; answers where it sends the browser back to. */
export async function walkOidc(url: string, account: string, choice: "in" | "out" = "in"): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = url;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(address, {
      method: form ? "POST" : "GET",
      body: form,
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    form = undefined;
    const location = response.headers.get("location");
    if (location) {
      const next = new URL(location, address);
      if (CALLBACK.test(next.origin + next.pathname)) return next;
      address = next.href;
    } else if (new URL(address).pathname.startsWith("/interaction/") && response.status === 200) {
      form = new URLSearchParams({ account, choice });
    } else {
      throw new Error(`${address} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    }
  }
  throw new Error("the provider never came to an end");
}
