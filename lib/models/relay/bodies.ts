import { z } from "zod";
import { identifier } from "@/lib/text/line";

// @exempt text: the relay passes text on byte for byte; the names it looks up are identifiers

/*
 * Bodies of the Open API. What we read is checked; fields we do not know go on to the supplier as they are, because a
 * relay that refuses what it does not know breaks with every new field of a supplier.
 */

/** A name of a model or a tool. */
const name = identifier(200).min(1);
const count = z.number().int().min(1).max(10_000_000);
const MESSAGES_MAX = 5000;
const TOOLS_MAX = 500;
const schemaObject = z.record(z.string(), z.unknown());

const openAiPart = z.looseObject({
  type: z.string().max(50),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  image_url: z.looseObject({ url: z.string().max(30_000_000) }).optional(),
});

const openAiMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: z.union([z.string(), z.array(openAiPart).max(1000)]).nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string().max(500),
        function: z.looseObject({ name: z.string().max(200), arguments: z.string() }),
      }),
    )
    .max(TOOLS_MAX)
    .optional(),
  tool_call_id: z.string().max(500).optional(),
});

export const openAiBody = z.looseObject({
  model: name,
  messages: z.array(openAiMessage).min(1).max(MESSAGES_MAX),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: count.nullish(),
  max_completion_tokens: count.nullish(),
  n: z.number().int().min(1).max(16).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  seed: z.number().int().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(16)]).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  reasoning_effort: z.string().max(20).nullish(),
  tools: z
    .array(
      z.looseObject({
        type: z.string().max(50),
        function: z
          .looseObject({ name, description: z.string().nullish(), parameters: schemaObject.nullish() })
          .optional(),
      }),
    )
    .max(TOOLS_MAX)
    .optional(),
  tool_choice: z
    .union([z.enum(["auto", "none", "required"]), z.looseObject({ function: z.looseObject({ name }) })])
    .nullish(),
  response_format: z
    .looseObject({
      type: z.string().max(50),
      json_schema: z
        .looseObject({
          name,
          description: z.string().optional(),
          schema: schemaObject.default({}),
          strict: z.boolean().nullish(),
        })
        .optional(),
    })
    .nullish(),
});
export type OpenAiBody = z.infer<typeof openAiBody>;

const anthropicBlock = z.looseObject({
  type: z.string().max(50),
  text: z.string().optional(),
  source: z
    .looseObject({
      type: z.string().max(50),
      media_type: z.string().max(100).optional(),
      data: z.string().optional(),
      url: z.string().max(4000).optional(),
    })
    .optional(),
  id: z.string().max(500).optional(),
  name: z.string().max(200).optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().max(500).optional(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() })).max(1000)]).optional(),
});

export const anthropicBody = z.looseObject({
  model: name,
  max_tokens: count,
  messages: z
    .array(
      z.looseObject({
        role: z.enum(["user", "assistant"]),
        content: z.union([z.string(), z.array(anthropicBlock).max(1000)]),
      }),
    )
    .min(1)
    .max(MESSAGES_MAX),
  system: z.union([z.string(), z.array(z.looseObject({ text: z.string() })).max(100)]).optional(),
  stream: z.boolean().optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  stop_sequences: z.array(z.string()).max(100).optional(),
  thinking: z.looseObject({ type: z.string().max(20) }).optional(),
  tools: z
    .array(z.looseObject({ name, description: z.string().optional(), input_schema: schemaObject.optional() }))
    .max(TOOLS_MAX)
    .optional(),
  tool_choice: z
    .looseObject({
      type: z.enum(["auto", "any", "tool", "none"]),
      name: z.string().max(200).optional(),
      disable_parallel_tool_use: z.boolean().optional(),
    })
    .optional(),
});
export type AnthropicBody = z.infer<typeof anthropicBody>;
