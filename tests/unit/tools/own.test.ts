import { upgrade } from "@scalar/openapi-upgrader";
import * as fc from "fast-check";
import { resetEnv } from "@/lib/config/env";
import { describeByHand, handMadeOf } from "@/lib/features/tools/hand-made";
import { HAND_METHODS, type HandMade, handMade, PARAMETER_TYPES } from "@/lib/features/tools/own-schema";
import { authOf, checkAuth } from "@/lib/features/tools/schema";
import { mayTellKeys } from "@/lib/net/egress";
import { requestOf } from "@/lib/tools/api/client";
import { signatureOf } from "@/lib/tools/api/credentials";
import { ownSlug } from "@/lib/tools/mcp/names";
import { hidden } from "@/lib/tools/reach";
import { readOperations } from "@/lib/tools/workers/operations";

const read = (document: string) => readOperations(upgrade(JSON.parse(document), "3.1"), "").operations;
const parameter = (over: object = {}) => ({
  ...{ name: "q", in: "query" as const, type: "string" as const, description: "", required: false },
  ...over,
});
const form = (over: object = {}) => ({
  ...{ description: "d", method: "GET" as const, address: "https://api.example.com/a", parameters: [parameter()] },
  ...over,
});
const issues = (value: object) =>
  (handMade.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join(".")} ${message}`);

const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,12}$/);
const made: fc.Arbitrary<HandMade> = fc
  .record({
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 8, selector: (text) => text.toLowerCase() }),
    method: fc.constantFrom(...HAND_METHODS),
    places: fc.array(fc.constantFrom("path", "query", "header", "body"), { minLength: 8, maxLength: 8 }),
    types: fc.array(fc.constantFrom(...PARAMETER_TYPES), { minLength: 8, maxLength: 8 }),
    required: fc.boolean(),
  })
  .map(({ names, method, places, types, required }) => {
    const parameters = names.map((one, index) => {
      const wanted = places[index] as HandMade["parameters"][number]["in"];
      const place = wanted === "body" && method === "GET" ? "query" : wanted;
      const isPath = place === "path";
      return {
        ...{ name: `${one}${index}`, in: place, description: "", required: required || isPath },
        type: isPath ? "string" : types[index]!,
      };
    });
    const paths = parameters.filter(({ in: place }) => place === "path").map((one) => `/{${one.name}}`);
    return { description: "d", method, address: `https://api.example.com/v1${paths.join("")}`, parameters };
  });

describe("a tool made by hand", () => {
  it("is written as a description that reads back the same, one operation to be called", () => {
    fc.assert(
      fc.property(made, (given) => {
        const parsed = handMade.parse(given);
        const document = describeByHand("Tool", parsed);
        const back = handMadeOf(document);
        expect(back.parameters).toHaveLength(parsed.parameters.length);
        expect(back).toEqual({ ...parsed, parameters: expect.arrayContaining(parsed.parameters) });
        const [operation, ...more] = read(document);
        expect(more).toEqual([]);
        expect(operation!.operation).toMatchObject({ method: parsed.method, address: parsed.address });
        const args = Object.fromEntries(parsed.parameters.map((one) => [one.name, "a/b"]));
        const { url } = requestOf(operation!.operation, args);
        expect(new URL(url).origin).toBe("https://api.example.com");
        expect(url).not.toMatch(/[{}]/);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    [{ parameters: [] }, "parameters parameterRequired"],
    [{ address: "https://a.example/{x}" }, "address placeholderMissing"],
    [{ address: "https://a.example/a?b=c" }, "address addressQuery"],
    [{ address: "https://a.example/../b" }, "address url"],
    [{ address: "https://a.example/{x" }, "address url"],
    [{ address: "https://{x}.example/a" }, "address url"],
    [{ address: "ftp://a.example/a" }, "address url"],
    [{ parameters: [parameter({ in: "path" })] }, "parameters.0.name parameterPath"],
    [{ parameters: [parameter({ in: "body" })] }, "parameters.0.in bodyNotHere"],
    [{ parameters: [parameter(), parameter()] }, "parameters.1.name nameTaken"],
    [{ parameters: [parameter({ in: "header", name: "Authorization" })] }, "parameters.0.name headerReserved"],
    [{ parameters: [parameter({ in: "header", name: "a b" })] }, "parameters.0.name invalid"],
  ])("is refused where it could not be called: %j", (over, message) => {
    expect(issues(form(over))).toContain(message);
  });
});

describe("authentication", () => {
  const limits = { policy: "user" as const, signal: new AbortController().signal };

  it.each([
    [null, { "x-a": "1", "x-b": "2" }, { "x-a": "1", "x-b": "2" }, []],
    [{ kind: "none" as const }, {}, {}, []],
    [{ kind: "header" as const, name: "X-Key" }, { secret: "s" }, { "X-Key": "s" }, []],
    [{ kind: "query" as const, name: "key" }, { secret: "s" }, {}, [["key", "s"]]],
    [{ kind: "bearer" as const }, { secret: "s" }, { authorization: "Bearer s" }, []],
    [{ kind: "basic" as const, user: "u" }, { secret: "s" }, { authorization: "Basic dTpz" }, []],
  ])("of %j goes where it belongs", async (auth, secrets, headers, query) => {
    const signature = await signatureOf({ auth, secrets: secrets as Record<string, string> }, limits);
    expect(signature).toMatchObject({ headers, query });
  });

  it("without its secret is not tried", async () => {
    await expect(signatureOf({ auth: { kind: "bearer" }, secrets: {} }, limits)).rejects.toMatchObject({
      key: "toolNotReady",
    });
  });

  it("asks in a form for what its kind needs", () => {
    const empty = { authName: "", authUser: "", tokenUrl: "", clientId: "", scope: "", clientAuth: "basic" as const };
    const found = (over: object) => {
      const told: string[] = [];
      const value = { authKind: "none" as const, ...empty, authSecret: "", keepsSecret: false, ...over };
      checkAuth(value, { addIssue: ({ path, message }: never) => told.push(`${path} ${message}`) } as never);
      return told;
    };
    expect(found({})).toEqual([]);
    expect(found({ authKind: "headers" })).toEqual([]);
    expect(found({ authKind: "bearer" })).toEqual(["authSecret required"]);
    expect(found({ authKind: "bearer", keepsSecret: true })).toEqual([]);
    expect(found({ authKind: "bearer", authSecret: "no\nline" })).toEqual(["authSecret invalid"]);
    expect(found({ authKind: "header", authName: "a b", authSecret: "s" })).toEqual(["authName invalid"]);
    expect(found({ authKind: "oauth", authSecret: "s" })).toEqual(["tokenUrl required", "clientId required"]);
    expect(authOf({ authKind: "query", ...empty, authName: " key ", authSecret: "s", keepsSecret: false })).toEqual({
      kind: "query",
      name: "key",
    });
  });

  it("is told to https and to listed hosts alone", () => {
    process.env.ALLOW_PRIVATE_NETWORK = "10.0.0.0/8,billing.internal:8080";
    resetEnv();
    const told = ["https://a.example/x", "http://10.1.2.3/x", "http://billing.internal:8080/x"];
    const kept = ["http://a.example/x", "http://11.1.2.3/x", "http://billing.internal/x", "nothing"];
    expect(told.map(mayTellKeys)).toEqual([true, true, true]);
    expect(kept.map(mayTellKeys)).toEqual([false, false, false, false]);
    delete process.env.ALLOW_PRIVATE_NETWORK;
    resetEnv();
  });

  it("is hidden however it is written", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 40, unit: "binary-ascii" }), (secret) => {
        fc.pre(!/^[*]|\*\*\*/.test(secret) && secret.trim().length >= 4);
        const forms = [secret, encodeURIComponent(secret), new URLSearchParams({ k: secret }).toString()];
        for (const form of forms) {
          const told = hidden(`<${form}>`, { secret });
          expect(told).not.toContain(secret);
          expect(told).toContain("***");
        }
      }),
    );
  });
});

it("names of own servers say nothing of what others have", () => {
  const [one, two] = [ownSlug("Order search"), ownSlug("Order search")];
  expect(one).toMatch(/^order_search_[0-9a-f]{8}$/);
  expect(one).not.toBe(two);
});

it("no argument chooses the host", () => {
  const place = { key: "x", name: "x", in: "path" as const };
  const operation = { method: "GET", address: "https://{x}.example/{x}", places: [place], body: null };
  expect(() => requestOf(operation, { x: "evil" })).toThrow();
  expect(
    issues(form({ address: "https://{x}.example/{x}", parameters: [parameter({ name: "x", in: "path" })] })),
  ).toEqual(["address url"]);
  const servers = [{ url: "https://{{x}}.example", variables: { x: { default: "id" } } }];
  const document = { openapi: "3.1.0", info: {}, servers, paths: { "/{id}": { get: {} } } };
  expect(() => read(JSON.stringify(document))).toThrow("no address");
});

it("a path of a description never leaves its server", () => {
  const paths = Object.fromEntries(
    ["@evil.example/a", ".evil.example/a", "/a/../../b", "/ok"].map((at) => [at, { get: {} }]),
  );
  const document = { openapi: "3.1.0", info: {}, servers: [{ url: "https://api.example.com" }], paths };
  expect(read(JSON.stringify(document)).map(({ path }) => path)).toEqual(["/ok"]);
});
