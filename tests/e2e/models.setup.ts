import { ADMIN, expect, test, tokenOf } from "../setup/e2e";

/** Behaviours of the fake supplier (tests/fakes/model-server.mjs) the journeys choose from; `fake-echo` comes with the first start. */
const MODELS = [
  "fake-thinking",
  "fake-slow",
  "fake-long",
  "fake-markdown",
  "fake-hostile",
  "fake-figures",
  "fake-500",
  "fake-flaky",
  "fake-reader",
  "fake-two-halves",
  "fake-agent",
];
/** Those that can call tools. */
const AGENTS = new Set(["fake-agent"]);

test("the fake supplier's models are connected", async ({ request, baseURL }) => {
  const token = await tokenOf(request, ADMIN, baseURL ?? "");
  const headers = { authorization: token };
  const { data } = await (await request.get("/api/admin/model/suppliers", { headers })).json();
  const supplier = data.items.find((item: { builtin: boolean }) => !item.builtin);
  const added = await request.post(`/api/admin/model/suppliers/${supplier.id}/models`, {
    headers,
    data: {
      models: [
        ...MODELS.map((upstreamModel) => ({
          upstreamModel,
          type: "chat",
          ...(AGENTS.has(upstreamModel) ? { abilities: ["tool_call"] } : {}),
        })),
        { upstreamModel: "fake-vision", type: "chat", abilities: ["visual"] },
        { upstreamModel: "fake-voice", type: "speech" },
        { upstreamModel: "fake-listener", type: "transcription" },
      ],
    },
  });
  expect(added.status()).toBe(200);
});
