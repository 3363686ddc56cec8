import { v7 } from "uuid";
import { db } from "@/db/client";
import { updateChannel } from "@/db/queries/login-channels/channels";
import type { ChannelProvisioning } from "@/lib/auth/channels/schema";
import { newScimToken } from "@/lib/auth/channels/scim-token";
import { invalidateChannels } from "@/lib/auth/channels/store";
import type { Handler } from "@/lib/endpoint/route";
import { call } from "./call";
import { makeLoginChannel } from "./login-channels";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** A channel an identity provider may push to, and the token it has. */
export async function makePushingChannel(provisioning: Partial<ChannelProvisioning> = {}) {
  const channel = await makeLoginChannel({
    kind: "oidc",
    settings: { issuer: `https://idp-${v7()}.example.com`, clientAuthentication: "none" },
    provisioning,
  });
  const { token, tokenHash } = newScimToken();
  await updateChannel(db(), channel.id, { scimTokenHash: tokenHash });
  invalidateChannels();
  return { channel, token };
}

export interface Pushed {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of a foreign shape
  body: any;
  headers: Headers;
}

interface PushOptions {
  id?: string;
  query?: Record<string, string | number>;
  body?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
}

/** Calls as an identity provider does, with its media type. */
export function pusher(token: string) {
  const ask = async (handler: Handler, method: string, { id, headers, ...rest }: PushOptions = {}): Promise<Pushed> => {
    const response = await call(handler, {
      method,
      token: `Bearer ${token}`,
      params: id === undefined ? {} : { id },
      headers:
        rest.body === undefined && rest.raw === undefined
          ? headers
          : { "content-type": "application/scim+json", ...headers },
      ...rest,
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
  };
  const patch = (handler: Handler, id: string, ...operations: unknown[]) =>
    ask(handler, "PATCH", { id, body: { schemas: [PATCH_OP], Operations: operations } });
  return { ask, patch };
}

/** A name nobody else has. */
export const unique = (name = "p") => `${name}${v7().replaceAll("-", "").slice(12)}`;

export function newUser(over: Record<string, unknown> = {}) {
  const name = unique();
  return {
    schemas: [USER, ENTERPRISE],
    userName: `${name}@corp.example`,
    externalId: unique("x"),
    name: { givenName: "Ada", familyName: name },
    emails: [{ value: `${name}@corp.example`, type: "work", primary: true }],
    active: true,
    ...over,
  };
}
