import "server-only";

/** The area's long work; whoever loads a kind makes it known (`lib/tasks/define`). */
export { importCheck } from "./service/import-check";
export { importRun } from "./service/import-run";
