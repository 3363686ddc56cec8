/** The meanings colour may carry (design 5); the word beside it always says the same. */
export type Tone = "neutral" | "primary" | "success" | "warning" | "danger";
