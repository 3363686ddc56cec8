import "server-only";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { failureKey } from "@/lib/errors/known-failure";
import type { Locale } from "@/lib/i18n/locales";
import { errorText } from "@/lib/i18n/translate";
import { baseDto, passageDto, recallDto } from "../dto";
import { baseQuery, recallInput } from "../schema";
import { listBases } from "../service/bases";
import { readPassage } from "../service/passage";
import { recall } from "../service/recall";

const VERSION = "1.0.0";
/** Models read every hit: fewer than a person looks through. */
const HITS = 8;

const baseShape = baseDto.pick({ id: true, name: true, description: true, fileCount: true }).shape;
const basesShape = recallInput.shape.baseIds;

const readShape = { sliceId: recallDto.shape.hits.element.shape.sliceId };
const passageShape = passageDto.shape;

interface Caller {
  actor: Actor;
  locale: Locale;
}

/**
 * One message of a client of the Model Context Protocol, answered as JSON: what bases there are, and what they say. Nothing is
 * kept between messages, so every process can answer every one.
 */
export async function answerMcp(request: Request, caller: Caller, body: unknown): Promise<Response> {
  const server = await serverFor(caller);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}

async function serverFor({ actor, locale }: Caller): Promise<McpServer> {
  const { productNameEn } = await loadConfig("customConfig");
  const server = new McpServer({ name: productNameEn, version: VERSION });
  const answered = async (work: () => Promise<Record<string, unknown>>): Promise<CallToolResult> => {
    try {
      const structuredContent = await work();
      return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: await errorText(locale, failureKey(error)) }] };
    }
  };
  server.registerTool(
    "list_knowledge_bases",
    {
      title: "Knowledge bases",
      description: "Lists the knowledge bases that can be searched, with how many files each has.",
      inputSchema: { keyword: baseQuery.shape.keyword, page: baseQuery.shape.page },
      outputSchema: { items: baseDto.pick({ id: true }).extend(baseShape).array(), total: baseDto.shape.fileCount },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ keyword, page }) =>
      answered(async () => {
        const { items, total } = await listBases(actor, baseQuery.parse({ keyword, page, pageSize: 100 }));
        return {
          items: items.map(({ id, name, description, fileCount }) => ({ id, name, description, fileCount })),
          total,
        };
      }),
  );
  server.registerTool(
    "search_knowledge",
    {
      title: "Search knowledge",
      description:
        "Finds the passages of up to three knowledge bases that answer a question, best first, with their files.",
      inputSchema: { baseIds: basesShape, query: recallInput.shape.query },
      outputSchema: recallDto.pick({ hits: true, searched: true, failed: true }).shape,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ baseIds, query }) =>
      answered(async () => {
        const { hits, searched, failed } = await recall(actor, recallInput.parse({ baseIds, query, topK: HITS }));
        return { hits, searched, failed };
      }),
  );
  server.registerTool(
    "read_slice",
    {
      title: "Read a passage",
      description: "Reads a passage that was found, whole, with the passages before and after it in its file.",
      inputSchema: { sliceId: readShape.sliceId },
      outputSchema: passageShape,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ sliceId }) => answered(() => readPassage(actor, sliceId)),
  );
  return server;
}
