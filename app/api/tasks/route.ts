import { handler } from "@/lib/endpoint/route";
import { listTasks } from "@/lib/features/notifications/service";

export const GET = handler({
  summary: "List own running tasks",
  signedIn: true,
  run: ({ actor, locale }) => listTasks(actor, locale),
});
