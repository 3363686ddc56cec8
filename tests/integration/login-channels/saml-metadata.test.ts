import { v7 } from "uuid";
import { POST as importRoute } from "@/app/api/admin/login-channels/saml-metadata/route";
import { GET as metadataRoute } from "@/app/api/public/login/[id]/metadata/route";
import { closeDatabase } from "@/db/client";
import type { SamlMetadata } from "@/lib/auth/channels/saml-metadata";
import { answer, call } from "@/tests/factories/call";
import { makeCertificate } from "@/tests/factories/certificates";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson, type Person } from "@/tests/factories/people";
import { startSamlIdp } from "@/tests/fakes/saml-idp";

let idp: Awaited<ReturnType<typeof startSamlIdp>>;
let admin: Person;
let staff: Person;
const made: string[] = [];

beforeAll(async () => {
  idp = await startSamlIdp([]);
  [admin, staff] = [await makePerson({ codes: ["SYSTEM:CONFIG:SSO"] }), await makePerson()];
});
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
  await idp.close();
  await closeDatabase();
});

async function channel(more: Partial<Parameters<typeof makeLoginChannel>[0]> = {}, settings = {}) {
  const common = { idpEntityId: v7(), ssoUrl: idp.ssoUrl, certificates: idp.certificate };
  const { id } = await makeLoginChannel({ kind: "saml", settings: { ...common, ...settings }, ...more });
  made.push(id);
  return id;
}
const metadata = (id: string) => call(metadataRoute, { params: { id } });
const read = (person: Person | null, body: unknown) =>
  answer<SamlMetadata & { error?: string; fields?: object }>(importRoute, { token: person?.token, body });

describe("ours", () => {
  it("tell who we are and where answers go, to anybody, while the channel is off too", async () => {
    const id = await channel({ status: "disabled" });
    const response = await metadata(id);
    expect(response.headers.get("content-type")).toBe("application/samlmetadata+xml; charset=utf-8");
    const xml = await response.text();
    expect(xml).toContain(`entityID="http://product.test/api/public/login/${id}/metadata"`);
    expect(xml).toContain(`Location="http://product.test/api/public/login/${id}/callback"`);
    expect(xml).not.toContain("KeyDescriptor");
  });

  it("name us as the channel says, escaped, and hold the certificate but never the key", async () => {
    const own = makeCertificate();
    const secrets = { privateKey: own.privateKey + own.certificate };
    const xml = await (
      await metadata(await channel({ secrets, app: { appIdUri: 'urn:a"&<b' } }, { signRequests: true }))
    ).text();
    expect(xml).toContain('entityID="urn:a&quot;&amp;&lt;b"');
    expect(xml).toContain(own.certificate.replace(/-----.*-----|\s/g, ""));
    expect(xml).not.toContain(own.privateKey.split("\n")[5]);
  });

  it("a bare key is told as it is", async () => {
    const { privateKey } = makeCertificate();
    const xml = await (await metadata(await channel({ secrets: { privateKey } }, { signRequests: true }))).text();
    expect(xml).toContain("<ds:Exponent>AQAB</ds:Exponent>");
  });

  it("there are none of other kinds, of nothing, and of ids that are none", async () => {
    const settings = { issuer: v7(), audience: "us", keySource: "secret" };
    const { id } = await makeLoginChannel({ kind: "jwt", settings });
    made.push(id);
    for (const none of [id, v7(), "x"]) expect((await metadata(none)).status).toBe(404);
  });
});

describe("an identity provider's", () => {
  const expected = () => ({ idpEntityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: idp.certificate.trim() });

  it("are read from an address and from their text", async () => {
    expect((await read(admin, { url: idp.metadataUrl })).data).toEqual(expected());
    const xml = await (await fetch(idp.metadataUrl)).text();
    expect((await read(admin, { xml })).data).toEqual(expected());
  });

  it("are for who configures single sign-on alone", async () => {
    expect((await read(staff, { url: idp.metadataUrl })).code).toBe(403);
    expect((await read(null, { url: idp.metadataUrl })).code).toBe(401);
  });

  it("neither, both, foreign addresses and NUL are refused", async () => {
    for (const body of [
      {},
      { xml: " " },
      { xml: "<a/>", url: idp.metadataUrl },
      { url: "file:///etc/passwd" },
      { xml: "a\0" },
    ]) {
      expect((await read(admin, body)).code).toBe(400);
    }
    for (const url of ["http://169.254.169.254/latest", `${idp.ssoUrl}/nowhere`, "http://127.0.0.1:9/"]) {
      expect(await read(admin, { url })).toMatchObject({ code: 422, data: { error: "metadataUnreachable" } });
    }
  });

  it("a text of a million letters is the most", async () => {
    const long = await read(admin, { xml: "x".repeat(1_000_001) });
    expect(long).toMatchObject({ code: 400, data: { fields: { xml: "tooLong" } } });
    expect(await read(admin, { xml: "x".repeat(1_000_000) })).toMatchObject({
      code: 422,
      data: { error: "metadataUnreadable" },
    });
  });
});
