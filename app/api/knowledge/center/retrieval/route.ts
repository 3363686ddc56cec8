import { handler } from "@/lib/endpoint/route";
import { centerRetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { centerRetrievalChange } from "@/lib/features/knowledge/schema";
import { changeCenterRetrieval, readCenterRetrieval } from "@/lib/features/knowledge/service/retrieval/center";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How knowledge bases that set nothing of their own are searched",
  any: [P.KB_CENTER],
  response: centerRetrievalDto,
  run: ({ actor }) => readCenterRetrieval(actor),
});

export const PUT = handler({
  summary: "Change how knowledge bases that set nothing of their own are searched",
  audit: "knowledge.center.retrieval",
  any: [P.KB_CENTER],
  body: centerRetrievalChange,
  response: centerRetrievalDto,
  run: ({ actor, body }) => changeCenterRetrieval(actor, body),
});
