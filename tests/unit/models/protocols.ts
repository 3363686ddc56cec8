import type { Channel } from "@/lib/models/types";
import { channelTo } from "@/tests/factories/channels";
import { startAnthropicServer } from "@/tests/fakes/anthropic-server.mjs";
import { startGoogleServer } from "@/tests/fakes/google-server.mjs";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

type Fake = Awaited<ReturnType<typeof startModelServer>>;

export interface Spoken {
  name: string;
  /** Its fake; started by `start`. */
  fake: () => Pick<Fake, "state">;
  to(model: string, more?: Partial<Channel>): Channel;
}

/** Every protocol with its fake. Call within a describe: it starts and stops the fakes. */
export function everyProtocol(): Spoken[] {
  let openAi: Fake;
  let anthropic: Awaited<ReturnType<typeof startAnthropicServer>>;
  let google: Awaited<ReturnType<typeof startGoogleServer>>;
  beforeAll(async () => {
    [openAi, anthropic, google] = await Promise.all([startModelServer(), startAnthropicServer(), startGoogleServer()]);
  });
  afterAll(() => Promise.all([openAi.close(), anthropic.close(), google.close()]));
  return [
    {
      name: "OpenAI",
      fake: () => openAi,
      to: (model, more) => channelTo(openAi.url, "openai-compatible", model, more),
    },
    {
      name: "Azure, dated",
      fake: () => openAi,
      to: (model, more) =>
        channelTo(openAi.azureUrl, "azure-openai", model, { settings: { apiVersion: "2024-10-21" }, ...more }),
    },
    {
      name: "Azure, v1",
      fake: () => openAi,
      to: (model, more) => channelTo(`${openAi.azureUrl}/openai/v1`, "azure-openai", model, more),
    },
    {
      name: "Anthropic",
      fake: () => anthropic,
      to: (model, more) => channelTo(anthropic.url, "anthropic", model, more),
    },
    {
      name: "Google",
      fake: () => google,
      to: (model, more) => channelTo(google.url, "google", model, more),
    },
  ];
}
