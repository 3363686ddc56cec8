import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as samlify from "samlify";
import { SaxesParser } from "saxes";
import { makeCertificate, type TestCertificate } from "../factories/certificates";

export interface SamlPerson {
  nameId: string;
  uid: string;
  displayName: string;
  mail: string;
  groups: string;
}

/** What the identity provider does wrong, or differently, from now on. */
export interface SamlBehaviour {
  /** Which signatures the answer has; the assertion's unless told otherwise. */
  signs?: "assertion" | "response" | "both" | "nothing";
  key?: TestCertificate;
  algorithm?: "sha256" | "sha1";
  /** Tags of the answer that are other than they should be. */
  tags?: Record<string, string | undefined>;
  /** Changes the answer before it is signed. */
  before?: (xml: string) => string;
  /** Changes the signed answer. */
  after?: (xml: string) => string;
  /** Status of an answer without assertion. */
  status?: string;
  /** The very answer of an earlier time. */
  answer?: string;
}

/** Well-formed XML is enough of a schema here. */
samlify.setSchemaValidator({
  validate: async (xml: string) => {
    const parser = new SaxesParser({ xmlns: true });
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(xml).close();
    return "well formed";
  },
});

const RSA = {
  sha256: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  sha1: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
};
const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";
const EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const ATTRIBUTES = ["uid", "displayName", "mail", "groups"] as const;

const AUTHN =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}"><saml:AuthnContext>' +
  "<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>" +
  "</saml:AuthnContext></saml:AuthnStatement>";
const TEMPLATE = {
  context: samlify.SamlLib.defaultLoginResponseTemplate.context.replace("{AuthnStatement}", AUTHN),
  attributes: ATTRIBUTES.map((name) => ({
    name,
    valueTag: name,
    nameFormat: "urn:oasis:names:tc:SAML:2.0:attrname-format:basic",
    valueXsiType: "xs:string",
  })),
};

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Identity provider</title></head><body>${body}</body></html>`;

/** A SAML identity provider (a library's) behind a small site: it asks who one is, and posts the answer back. */
export async function startSamlIdp(people: SamlPerson[]) {
  const own = makeCertificate({ name: "identity provider" });
  const services = new Map<string, string>();
  const answers: string[] = [];
  let behaviour: SamlBehaviour = {};
  let origin = "";

  const provider = ({ key = own, algorithm = "sha256" }: SamlBehaviour) =>
    samlify.IdentityProvider({
      entityID: `${origin}/metadata`,
      privateKey: key.privateKey,
      signingCert: key.certificate,
      requestSignatureAlgorithm: RSA[algorithm],
      nameIDFormat: [EMAIL],
      wantAuthnRequestsSigned: [...services.values()].some((metadata) => /AuthnRequestsSigned="true"/.test(metadata)),
      singleSignOnService: [
        { Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location: `${origin}/sso` },
      ],
      loginResponseTemplate: TEMPLATE,
    });
  const service = (entityId: string, { signs = "assertion" }: SamlBehaviour) => {
    const metadata = services.get(entityId);
    if (!metadata) throw new Error(`unknown service provider ${entityId}`);
    return samlify.ServiceProvider({
      metadata: metadata.replace(
        'WantAssertionsSigned="true"',
        `WantAssertionsSigned="${signs === "assertion" || signs === "both"}"`,
      ),
      wantMessageSigned: signs === "both",
    });
  };

  /** Reads our request; its signature has to hold where our metadata promise one. */
  async function requestOf(url: URL) {
    const query = Object.fromEntries(url.searchParams);
    const issuer = /<saml:Issuer[^>]*>([^<]+)</.exec(samlify.Utility.inflateString(query.SAMLRequest ?? ""))?.[1] ?? "";
    const octetString = url.search.slice(1).replace(/&Signature=.*$/, "");
    const sp = service(issuer, {});
    const { extract } = await provider({}).parseLoginRequest(sp, "redirect", { query, octetString });
    const { id, assertionConsumerServiceUrl } = extract.request ?? {};
    return { issuer, id: String(id), acs: String(assertionConsumerServiceUrl) };
  }

  async function answerFor(url: URL, person: SamlPerson): Promise<string> {
    const now = behaviour;
    if (now.answer) return now.answer;
    const { issuer, id, acs } = await requestOf(url);
    const encode = (xml: string) => Buffer.from(xml).toString("base64");
    if (now.status) return encode(refusal({ id, acs, entityId: `${origin}/metadata`, status: now.status }));
    const at = (offset: number) => new Date(Date.now() + offset * 1000).toISOString();
    const makeId = () => `_${crypto.randomUUID()}`;
    const tags = {
      ID: makeId(),
      AssertionID: makeId(),
      Destination: acs,
      Audience: issuer,
      SubjectRecipient: acs,
      Issuer: `${origin}/metadata`,
      IssueInstant: at(0),
      StatusCode: `${STATUS}Success`,
      ConditionsNotBefore: at(-5),
      ConditionsNotOnOrAfter: at(300),
      SubjectConfirmationDataNotOnOrAfter: at(300),
      NameIDFormat: EMAIL,
      NameID: person.nameId,
      InResponseTo: id,
      attrUid: person.uid,
      attrDisplayName: person.displayName,
      attrMail: person.mail,
      attrGroups: person.groups,
      ...now.tags,
    };
    const fill = (template: string) => {
      const named = template.replace('Name="mail"', 'Name="urn:oid:0.9.2342.19200300.100.1.3" FriendlyName="mail"');
      const xml = samlify.SamlLib.replaceTagsByValue(named, tags);
      return { id: tags.ID, context: now.before ? now.before(xml) : xml };
    };
    const made = await provider(now).createLoginResponse(
      service(issuer, now),
      { extract: { request: { id } } },
      "post",
      {},
      { customTagReplacement: fill },
    );
    const signed = Buffer.from(made.context, "base64").toString();
    const xml = now.signs === "nothing" ? signed.replace(/<ds:Signature.*?<\/ds:Signature>/gs, "") : signed;
    return encode(now.after ? now.after(xml) : xml);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    const send = (body: string, type = "text/html") => {
      response.writeHead(200, { "content-type": `${type}; charset=utf-8` });
      response.end(body);
    };
    if (url.pathname === "/metadata") return send(provider({}).getMetadata(), "application/samlmetadata+xml");
    if (url.pathname !== "/sso") return void response.writeHead(404).end();
    const { acs } = await requestOf(url);
    if (request.method === "GET") {
      const names = people.map(
        ({ nameId, displayName }) => `<button name="who" value="${escaped(nameId)}">${escaped(displayName)}</button>`,
      );
      return send(
        page(
          `<h1>Who are you?</h1><form method="post">${names.join(" ")} <button name="who" value="">Cancel</button></form>`,
        ),
      );
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const who = new URLSearchParams(Buffer.concat(chunks).toString()).get("who");
    const person = people.find(({ nameId }) => nameId === who);
    if (!person) behaviour = { ...behaviour, status: `${STATUS}AuthnFailed` };
    const answer = await answerFor(url, person ?? people[0]!);
    if (!person) behaviour = {};
    answers.push(answer);
    const fields = { SAMLResponse: answer, RelayState: url.searchParams.get("RelayState") ?? "" };
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
    );
    send(
      page(
        `<form method="post" action="${escaped(acs)}">${inputs.join("")}<noscript><button>Continue</button></noscript></form><script>document.forms[0].submit()</script>`,
      ),
    );
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(400, { "content-type": "text/plain" });
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    entityId: `${origin}/metadata`,
    ssoUrl: `${origin}/sso`,
    metadataUrl: `${origin}/metadata`,
    certificate: own.certificate,
    own,
    /** SAMLResponse values that were sent. */
    answers,
    /** Registers a service provider by its metadata. */
    trust(metadata: string): void {
      services.set(/entityID="([^"]+)"/.exec(metadata)?.[1] ?? "", metadata);
    },
    behave(next: SamlBehaviour): void {
      behaviour = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal({ id, acs, entityId, status }: Record<"id" | "acs" | "entityId" | "status", string>): string {
  const code = status.endsWith("Requester")
    ? `<samlp:StatusCode Value="${status}"/>`
    : `<samlp:StatusCode Value="${STATUS}Responder"><samlp:StatusCode Value="${status}"/></samlp:StatusCode>`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
    `ID="_${crypto.randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${acs}" InResponseTo="${id}">` +
    `<saml:Issuer>${entityId}</saml:Issuer><samlp:Status>${code}</samlp:Status></samlp:Response>`
  );
}
