import { listTasks } from "@/lib/features/bell/service";
import { handler } from "@/lib/http/route";

export const GET = handler({
  summary: "List own running tasks",
  signedIn: true,
  run: ({ actor, locale }) => listTasks(actor, locale),
});
