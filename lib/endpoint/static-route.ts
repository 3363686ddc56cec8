import "server-only";
import { type AnswerKind, type Handler, secure } from "./route";

interface StaticSpec {
  summary: string;
  answers: AnswerKind;
  run: () => Promise<Response>;
}

/** A public answer that is the same for everybody and is made when the product is built: there is no request to look at. */
export function staticHandler({ summary, answers, run }: StaticSpec): Handler {
  const make = async () => {
    const response = await run();
    secure(response.headers, new Headers());
    return response;
  };
  return Object.assign(make, {
    declaration: {
      summary,
      answers,
      access: { public: true as const },
      isStatic: true as const,
      whenReadOnly: false,
      crossSite: false,
    },
  });
}
