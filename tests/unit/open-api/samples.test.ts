import fc from "fast-check";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { decimalOf, microsOf } from "@/lib/config/money";
import { knowledgeAsked } from "@/lib/features/knowledge/chat-schema";
import { recallInput } from "@/lib/features/knowledge/schema";
import { isAddressOrRange, linesOf } from "@/lib/features/open-api/key-schema";
import {
  bodyOf,
  CALL_KIND_KEYS,
  CALL_KINDS,
  SAMPLE_LANGUAGES,
  sampleOf,
  type Trial,
} from "@/lib/features/open-api/samples";
import { pictureOf, textOf } from "@/lib/features/open-api/try-call";

const trial = (patch: Partial<Trial>): Trial => ({ kind: "chat", model: "m", input: "hi", stream: false, ...patch });

describe("samples", () => {
  it.each(CALL_KIND_KEYS.flatMap((kind) => SAMPLE_LANGUAGES.map((language) => [kind, language] as const)))(
    "%s in %s names address, model and input, and never a key",
    (kind, language) => {
      for (const stream of [false, true]) {
        const code = sampleOf(
          language,
          "https://ai.example.com",
          trial({ kind, stream, model: "qwen-max", input: "hello" }),
        );
        expect(code).toContain("https://ai.example.com/api");
        expect(code).toContain("qwen-max");
        expect(code).toContain("hello");
        expect(code).toContain("API_KEY");
        expect(code).not.toMatch(/sk-|undefined|\[object/);
      }
    },
  );

  it("of each kind call a route there is", () => {
    const routes = API_ROUTES.map(({ path }) => path);
    for (const kind of CALL_KIND_KEYS) expect(routes).toContain(`/api${CALL_KINDS[kind].path}`);
  });

  it("of bases send what their calls take", () => {
    const id = "01a218ca-d741-7395-9ceb-b921cf49f821";
    expect(knowledgeAsked.parse(bodyOf(trial({ kind: "answer", model: id })))).toMatchObject({ baseIds: [id] });
    expect(recallInput.parse(bodyOf(trial({ kind: "recall", model: id })))).toMatchObject({ query: "hi" });
    expect(bodyOf(trial({ kind: "base", model: id, stream: true }))).toMatchObject({ model: `kb:${id}`, stream: true });
  });

  it("of curl survive quotes in what was typed", () => {
    expect(sampleOf("curl", "http://x", trial({ input: "it's" }))).toContain("it'\\''s");
  });

  it("of rerank take the query from the first line", () => {
    expect(bodyOf(trial({ kind: "rerank", input: "q\n\na\nb" }))).toMatchObject({ query: "q", documents: ["a", "b"] });
  });
});

describe("what a raw answer says", () => {
  it("is the text of both protocols, whole and streamed", () => {
    expect(textOf('{"choices":[{"message":{"content":"hi"}}]}')).toBe("hi");
    expect(
      textOf(
        'data: {"choices":[{"delta":{"content":"h"}}]}\n\ndata: {"choices":[{"delta":{"content":"i"}}]}\n\ndata: [DONE]\n\n',
      ),
    ).toBe("hi");
    expect(textOf('{"content":[{"type":"text","text":"hi"}]}')).toBe("hi");
    expect(textOf('event: content_block_delta\ndata: {"delta":{"type":"text_delta","text":"hi"}}\n\n')).toBe("hi");
    expect(
      textOf(
        '{"type":"start"}\n{"type":"text-delta","id":"t","delta":"h"}\n{"type":"text-delta","id":"t","delta":"i"}\n',
      ),
    ).toBe("hi");
    expect(textOf("not json")).toBe("");
    expect(pictureOf('{"data":[{"b64_json":"AAAA"}]}')).toBe("data:image/png;base64,AAAA");
    expect(pictureOf("{}")).toBeNull();
  });
});

describe("money", () => {
  it("goes from text to millionths and back without loss", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.nat(999_999), (whole, fraction) => {
        const micros = whole * 1_000_000 + fraction;
        expect(microsOf(decimalOf(micros))).toBe(micros);
      }),
    );
    expect([microsOf("0.1"), microsOf("12"), microsOf(""), microsOf("1.000001")]).toEqual([
      100_000, 12_000_000, 0, 1_000_001,
    ]);
  });
});

describe("addresses", () => {
  it.each(["10.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"])("%s is one", (text) => {
    expect(isAddressOrRange(text)).toBe(true);
  });
  it.each(["example.com", "10.0.0.0/99", "7", "", "10.0.0.1:80"])("%s is none", (text) => {
    expect(isAddressOrRange(text)).toBe(false);
  });
  it("come one a line, each once", () => {
    expect(linesOf(" 10.0.0.1\n\n10.0.0.1, ::1 \n")).toEqual(["10.0.0.1", "::1"]);
  });
});
