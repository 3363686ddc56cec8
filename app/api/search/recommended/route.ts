import { handler } from "@/lib/endpoint/route";
import { questionsDto } from "@/lib/features/search/chat-dto";
import { recommendedQuestions } from "@/lib/features/search/service/chat/recommended";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Questions a person may want to search the web for",
  any: [P.SEARCH],
  response: questionsDto,
  run: ({ actor }) => recommendedQuestions(actor),
});
