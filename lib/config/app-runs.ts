/** What has become of a run of an app. */
export const RUN_STATUS = ["queued", "running", "waiting", "done", "failed", "cancelled"] as const;
export type RunStatus = (typeof RUN_STATUS)[number];
export const OPEN_RUNS: readonly RunStatus[] = ["queued", "running", "waiting"];

/** What began it. */
export const RUN_TRIGGERS = ["person", "schedule", "webhook"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** What has become of one node in a run; `skipped`: no way led there. */
export const STEP_STATUS = ["running", "waiting", "done", "failed", "skipped"] as const;
export type StepStatus = (typeof STEP_STATUS)[number];

/** What a run waits for at a node: a person's decision or form, their consent to a tool, or whether to repeat an effect. */
export const WAIT_KINDS = ["approval", "form", "consent", "unknown"] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

export const TRIGGER_KINDS = ["schedule", "webhook"] as const;
