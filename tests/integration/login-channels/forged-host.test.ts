import { networkInterfaces } from "node:os";
import { v7 } from "uuid";
import { GET as guideRoute } from "@/app/api/admin/login-channels/[id]/guide/route";
import { GET as channelRoute } from "@/app/api/admin/login-channels/[id]/route";
import { GET as scimRoute } from "@/app/api/admin/login-channels/[id]/scim/route";
import { POST as testRoute } from "@/app/api/admin/login-channels/[id]/test/route";
import { GET as choicesRoute } from "@/app/api/admin/login-channels/choices/route";
import { GET as thirdLoginRoute } from "@/app/api/public/get-third-login-url/route";
import { GET as callbackRoute } from "@/app/api/public/login/[id]/callback/route";
import { GET as metadataRoute } from "@/app/api/public/login/[id]/metadata/route";
import { GET as startRoute } from "@/app/api/public/login/[id]/start/route";
import { GET as scimUsersRoute } from "@/app/api/scim/v2/Users/route";
import { POST as passwordRoute } from "@/app/api/token/login-pw/route";
import { POST as linkRoute } from "@/app/api/user/bindings/route";
import { closeDatabase } from "@/db/client";
import { env, resetEnv } from "@/lib/config/env";
import type { Handler } from "@/lib/endpoint/route";
import { type CallOptions, call } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson, PASSWORD, type Person } from "@/tests/factories/people";
import { makePushingChannel } from "@/tests/factories/scim";
import { startSamlIdp } from "@/tests/fakes/saml-idp";

const EVIL = "evil.test";
let idp: Awaited<ReturnType<typeof startSamlIdp>>;
let admin: Person;
let staff: Person;
let saml: string;
let entra: string;
let pushing: Awaited<ReturnType<typeof makePushingChannel>>;

const set = (values: Record<string, string | undefined>) => {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  resetEnv();
};

beforeAll(async () => {
  idp = await startSamlIdp([]);
  [admin, staff] = [await makePerson({ roles: ["administrator"] }), await makePerson()];
  const settings = { idpEntityId: v7(), ssoUrl: idp.ssoUrl, certificates: idp.certificate };
  saml = (await makeLoginChannel({ kind: "saml", settings, isDefault: true })).id;
  entra = (await makeLoginChannel({ kind: "entra", settings: { tenantId: v7() }, app: { appId: v7() } })).id;
  pushing = await makePushingChannel();
});
beforeEach(() => set({ PUBLIC_URL: undefined }));
afterEach(() => set({ PUBLIC_URL: "http://product.test", TRUST_PROXY: undefined }));
afterAll(async () => {
  for (const id of [saml, entra, pushing.channel.id]) await dropLoginChannel(id);
  await idp.close();
  await closeDatabase();
});

/** Everything that makes an absolute address, and its answer as it is read. */
const places = (): [string, Handler, CallOptions][] => [
  ["start", startRoute, { params: { id: saml } }],
  ["callback", callbackRoute, { params: { id: saml }, query: { state: "x" } }],
  ["metadata", metadataRoute, { params: { id: saml } }],
  ["default channel", thirdLoginRoute, { query: { env: "browser" } }],
  ["test", testRoute, { params: { id: saml }, token: admin.token, body: {} }],
  ["link", linkRoute, { token: staff.token, body: { channelId: saml } }],
  ["channel", channelRoute, { params: { id: saml }, token: admin.token }],
  ["choices", choicesRoute, { token: admin.token }],
  ["guide", guideRoute, { params: { id: entra }, token: admin.token }],
  ["SCIM console", scimRoute, { params: { id: pushing.channel.id }, token: admin.token }],
  ["SCIM", scimUsersRoute, { token: pushing.token }],
];
async function told(handler: Handler, options: CallOptions, headers: Record<string, string>) {
  const response = await call(handler, { ...options, headers });
  const whole = JSON.stringify([...response.headers]) + (await response.text());
  return { status: response.status, whole: decodeURIComponent(whole.replace(/%(?![0-9a-f]{2})/gi, "%25")) };
}

describe("without PUBLIC_URL", () => {
  it.each<[string, Record<string, string>, string]>([
    ["Host", { host: EVIL }, "0"],
    ["X-Forwarded-Host of a trusted proxy", { host: "localhost", "x-forwarded-host": EVIL }, "1"],
    ["Host with a name before it", { host: `localhost:3000@${EVIL}` }, "0"],
    ["Host that begins like ours", { host: `localhost.${EVIL}` }, "0"],
    ["Host of a machine elsewhere", { host: "203.0.113.9:3000" }, "0"],
  ])("a forged %s stands in no address that is told or sent on", async (_what, headers, TRUST_PROXY) => {
    set({ TRUST_PROXY });
    const wrong: unknown[] = [];
    for (const [name, handler, options] of places()) {
      const { status, whole } = await told(handler, options, headers);
      if (status >= 500 || whole.includes(EVIL) || whole.includes("203.0.113.9")) wrong.push([name, status, whole]);
    }
    expect(wrong).toEqual([]);
  });

  it("the sign-in says what is missing", async () => {
    const headers = { host: EVIL };
    expect((await told(startRoute, { params: { id: saml } }, headers)).whole).toContain(
      "/login?failed=publicUrlMissing",
    );
    expect(await told(metadataRoute, { params: { id: saml } }, headers)).toMatchObject({ status: 422 });
    const test = await told(testRoute, { params: { id: saml }, token: admin.token, body: {} }, headers);
    expect(test).toMatchObject({ status: 422, whole: expect.stringContaining("publicUrlMissing") });
  });

  it.each(["localhost:3000", "127.0.0.1:8080", "[::1]:3000", "meridian.localhost"])(
    "%s is this machine, and everything works there",
    async (host) => {
      const { status, whole } = await told(metadataRoute, { params: { id: saml } }, { host });
      expect(status).toBe(200);
      expect(whole).toContain(`http://${host}/api/public/login/${saml}/callback`);
    },
  );

  it("an address of this machine counts at the port it listens on, and at no other", async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
    if (!own) return;
    const at = (port: number) => told(metadataRoute, { params: { id: saml } }, { host: `${own}:${port}` });
    expect((await at(env().PORT)).status).toBe(200);
    expect((await at(env().PORT + 1)).status).toBe(422);
  });

  it("passwords work by whatever name somebody came", async () => {
    const headers = { host: "intranet.corp.test:3000", origin: "http://intranet.corp.test:3000" };
    const body = { username: staff.account, password: PASSWORD };
    expect((await call(passwordRoute, { body, headers })).status).toBe(200);
    expect((await call(passwordRoute, { body, headers: { ...headers, origin: "http://evil.test" } })).status).toBe(403);
  });
});

it("with PUBLIC_URL it is in every address, whatever the request says", async () => {
  set({ PUBLIC_URL: "https://ai.example.com", TRUST_PROXY: "1" });
  for (const [name, handler, options] of places()) {
    const { whole } = await told(handler, options, { host: EVIL, "x-forwarded-host": EVIL });
    expect([name, whole.includes(EVIL)]).toEqual([name, false]);
  }
  expect((await told(metadataRoute, { params: { id: saml } }, {})).whole).toContain(
    "https://ai.example.com/api/public",
  );
});
