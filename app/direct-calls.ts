import { POST as completeChat } from "@/app/api/v1/chat/completions/route";
import { POST as createEmbeddings } from "@/app/api/v1/embeddings/route";
import { POST as createMessage } from "@/app/api/v1/messages/route";
import { POST as rerank } from "@/app/api/v1/rerank/route";
import { serveDirectly } from "@/lib/endpoint/direct";

/** The calls of the Open API that come by the thousand. */
export function serveDirectCalls(): void {
  serveDirectly("POST", "/api/v1/chat/completions", completeChat);
  serveDirectly("POST", "/api/v1/messages", createMessage);
  serveDirectly("POST", "/api/v1/embeddings", createEmbeddings);
  serveDirectly("POST", "/api/v1/rerank", rerank);
}
