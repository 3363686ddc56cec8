import "server-only";

/** The area's long work; whoever loads a kind makes it known (`lib/tasks/define`). */
export { syncApply } from "./service/apply-run";
export { syncRead } from "./service/read-run";
