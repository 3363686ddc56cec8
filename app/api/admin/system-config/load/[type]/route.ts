import { z } from "zod";
import { loadableConfigDto } from "@/lib/config/dto";
import { isLoadable, loadConfig } from "@/lib/config/system-config";
import { handler } from "@/lib/endpoint/route";
import { AppError } from "@/lib/errors/errors";
import { identifier } from "@/lib/text/line";

export const GET = handler({
  summary: "Load a kind of configuration",

  signedIn: true,
  params: z.object({ type: identifier(64) }),
  response: loadableConfigDto,
  run: ({ params }) => {
    if (!isLoadable(params.type)) throw new AppError("notFound");
    return loadConfig(params.type);
  },
});
