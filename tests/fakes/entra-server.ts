import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";

export interface EntraPerson {
  oid: string;
  preferred_username: string;
  name?: string;
  email?: string;
  groups?: string[];
}

/** What the fake does wrong, until told otherwise. */
export interface Misbehaviour {
  /** Changes the claims of tokens; a claim that is undefined is left out. */
  claims?: Record<string, unknown>;
  key?: "other";
  alg?: "none" | "HS256" | "ES256";
  secret?: "refused";
  answer?: "huge" | "slow" | "broken" | "html";
  discovery?: Record<string, unknown>;
  groups?: "elsewhere";
  /** Offers a userinfo endpoint, and how that answers. */
  userInfo?: "json" | "signed" | "forged" | "other audience";
}

export const ENTRA_CLIENT = { id: "0a7c1b1e-2222-4444-8888-000000000001", secret: "a~secret~of~the~tenant~0123456789" };
export const ENTRA_APP_URI = `api://product.test/${ENTRA_CLIENT.id}`;
export const TEAMS_WEB = "5e3ce6c0-2b1f-4285-8d4b-75ee78787346";

interface Granted {
  person: EntraPerson;
  nonce?: string;
  challenge: string;
  redirectUri: string;
}

const seconds = (offset = 0) => Math.floor(Date.now() / 1000) + offset;
const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

/** The v2.0 endpoints of Microsoft Entra ID as they are documented, for one tenant and one application. */
export async function startEntraServer() {
  const [own, other, curve] = await Promise.all(["RS256", "RS256", "ES256"].map((alg) => generateKeyPair(alg)));
  const jwk = { ...(await exportJWK(own!.publicKey)), kid: "own", use: "sig" };
  const curveJwk = { ...(await exportJWK(curve!.publicKey)), kid: "curve", use: "sig" };
  const codes = new Map<string, Granted>();
  const people = new Map<string, EntraPerson>();
  const state: { wrong: Misbehaviour; tokenCalls: number } = { wrong: {}, tokenCalls: 0 };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tenantId = randomUUID();
  const base = `${authority}/${tenantId}`;
  const issuer = `${base}/v2.0`;

  const sign = (claims: JWTPayload): Promise<string> | string => {
    const { wrong } = state;
    const payload = { ...claims, ...wrong.claims };
    if (wrong.alg === "none") return new UnsecuredJWT(payload).encode();
    if (wrong.alg === "HS256") {
      return new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid: "own" }).sign(Buffer.from(jwk.n ?? ""));
    }
    if (wrong.alg === "ES256") {
      return new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: "curve" }).sign(curve!.privateKey);
    }
    const { privateKey } = wrong.key === "other" ? other! : own!;
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "own" }).sign(privateKey);
  };
  const common = (person: EntraPerson): JWTPayload => {
    const { groups, ...rest } = person;
    const placed = state.wrong.groups === "elsewhere" ? { _claim_names: { groups: "src1" } } : { groups };
    // Another one in each application: who keys by it makes two of one person.
    const sub = createHash("sha256").update(randomBytes(8)).digest("base64url");
    return { ...rest, ...placed, sub, tid: tenantId, iat: seconds(), nbf: seconds(), exp: seconds(3600) };
  };

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    state.tokenCalls += 1;
    const fields = new URLSearchParams(await bodyOf(request));
    const { wrong } = state;
    if (wrong.answer === "huge") return void response.end("x".repeat(3 * 1024 * 1024));
    if (wrong.answer === "broken") return void response.writeHead(503).end();
    if (wrong.answer === "html") return void response.setHeader("content-type", "text/html").end("<p>Hello");
    if (wrong.answer === "slow") return;
    const refuse = (error: string, error_description: string) =>
      json(response, error === "invalid_client" ? 401 : 400, { error, error_description });
    const isKnown = fields.get("client_id") === ENTRA_CLIENT.id && fields.get("client_secret") === ENTRA_CLIENT.secret;
    if (!isKnown || wrong.secret) return refuse("invalid_client", "AADSTS7000215: Invalid client secret provided.");
    const code = fields.get("code") ?? "";
    const granted = codes.get(code);
    codes.delete(code);
    if (!granted || granted.redirectUri !== fields.get("redirect_uri")) {
      return refuse("invalid_grant", "AADSTS70008: The provided authorization code has expired.");
    }
    const verifier = fields.get("code_verifier") ?? "";
    if (createHash("sha256").update(verifier).digest("base64url") !== granted.challenge) {
      return refuse("invalid_grant", "AADSTS501481: The Code_Verifier does not match the code_challenge.");
    }
    const claims = { ...common(granted.person), iss: issuer, aud: ENTRA_CLIENT.id, nonce: granted.nonce, ver: "2.0" };
    json(response, 200, {
      token_type: "Bearer",
      expires_in: 3600,
      access_token: "opaque-access-token",
      id_token: await sign(claims),
    });
  }

  async function authorize(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = url.searchParams;
    const isWhole =
      query.get("client_id") === ENTRA_CLIENT.id &&
      query.get("code_challenge_method") === "S256" &&
      /(^| )openid( |$)/.test(query.get("scope") ?? "");
    if (!isWhole) return json(response, 400, { error: "invalid_request" });
    if (request.method !== "POST") return void response.setHeader("content-type", "text/html").end(CONSENT);
    const fields = new URLSearchParams(await bodyOf(request));
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    const person = fields.get("choice") === "in" ? people.get(fields.get("person") ?? "") : undefined;
    if (person) {
      const code = randomBytes(24).toString("base64url");
      codes.set(code, {
        person,
        nonce: query.get("nonce") ?? undefined,
        challenge: query.get("code_challenge") ?? "",
        redirectUri: query.get("redirect_uri") ?? "",
      });
      back.searchParams.set("code", code);
    } else {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_subcode", "cancel");
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async function userInfo(response: ServerResponse): Promise<void> {
    const how = state.wrong.userInfo;
    const claims = { ...state.wrong.claims, name: "By userinfo" };
    if (how === "json") return json(response, 200, claims);
    const { privateKey } = how === "forged" ? other! : own!;
    const aud = how === "other audience" ? "other" : ENTRA_CLIENT.id;
    const token = new SignJWT({ ...claims, iss: issuer, aud }).setProtectedHeader({ alg: "RS256", kid: "own" });
    response.writeHead(200, { "content-type": "application/jwt" }).end(await token.sign(privateKey));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", authority);
    const path = url.pathname.replace(`/${tenantId}`, "");
    if (path === "/v2.0/.well-known/openid-configuration") {
      return json(response, 200, {
        issuer,
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["pairwise"],
        id_token_signing_alg_values_supported: state.wrong.alg === "ES256" ? ["ES256"] : ["RS256"],
        ...(state.wrong.userInfo ? { userinfo_endpoint: `${base}/userinfo` } : {}),
        ...state.wrong.discovery,
      });
    }
    if (path === "/discovery/v2.0/keys") return json(response, 200, { keys: [jwk, curveJwk] });
    if (path === "/userinfo") return userInfo(response);
    if (path === "/oauth2/v2.0/authorize") return authorize(url, request, response);
    if (path === "/oauth2/v2.0/token" && request.method === "POST") return token(request, response);
    json(response, 404, {});
  }

  return {
    authority,
    tenantId,
    issuer,
    /** How often its token endpoint was asked. */
    tokenCalls: () => state.tokenCalls,
    know: (name: string, person: EntraPerson) => void people.set(name, person),
    misbehave: (wrong: Misbehaviour = {}) => {
      state.wrong = wrong;
    },
    /** Consents, or refuses, as a person at its page would; answers where the browser is sent back to. */
    async walk(url: string, person: string, choice: "in" | "out" = "in"): Promise<URL> {
      const body = new URLSearchParams({ person, choice });
      const response = await fetch(url, { method: "POST", body, redirect: "manual" });
      const location = response.headers.get("location");
      if (!location) throw new Error(`consent answered ${response.status}`);
      return new URL(location);
    },
    /** The token that Teams hands to this application, as its registration asks for it. */
    teamsToken(person: EntraPerson, version: "1.0" | "2.0" = "2.0", claims: Record<string, unknown> = {}) {
      const own =
        version === "2.0"
          ? { iss: issuer, aud: ENTRA_CLIENT.id, azp: TEAMS_WEB, azpacr: "0" }
          : { iss: `${base}/`, aud: ENTRA_APP_URI, appid: TEAMS_WEB, appidacr: "0", upn: person.preferred_username };
      return sign({ ...common(person), ...own, scp: "access_as_user", ver: version, ...claims });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const CONSENT = `<!doctype html><html lang="en"><title>Tenant</title><h1>Tenant</h1><form method="post">
<label>Person <input name="person"></label>
<button name="choice" value="in">Accept</button><button name="choice" value="out">Cancel</button></form></html>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
