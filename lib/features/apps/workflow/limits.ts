/** Nodes of one graph, and of one with everything inside its iterations and loops. */
export const FLOW_NODES_MAX = 200;
export const FLOW_NODES_IN_ALL_MAX = 400;
export const FLOW_EDGES_MAX = 600;
/** Characters of a whole graph as it is stored. */
export const FLOW_CHARACTERS_MAX = 1024 ** 2;
/** An iteration in an iteration in an iteration. */
export const FLOW_DEPTH_MAX = 3;
export const FLOW_COMMENTS_MAX = 50;
export const COMMENT_MAX = 500;
export const NODE_NAME_MAX = 40;
export const NODE_ID_MAX = 64;
/** Characters of a text with references in it. */
export const VALUE_MAX = 20_000;
export const PROMPT_MAX = 20_000;
export const CODE_MAX = 20_000;
export const CLASSES_MAX = 20;
export const BRANCHES_MAX = 10;
export const TESTS_MAX = 10;
export const FIELDS_MAX = 30;
export const VALUES_MAX = 20;
export const PASSAGES_MAX = 20;
/** Items one iteration goes through, and how many of them at the same time. */
export const ITEMS_MAX = 1000;
export const PARALLEL_MAX = 20;
export const ROUNDS_MAX = 100;
export const RETRIES_MAX = 5;
export const RETRY_SECONDS_MAX = 300;
export const NODE_SECONDS_MAX = 1800;
export const NODE_TOKENS_MAX = 10_000_000;
/** A person's answer is waited for so long, hours: a week unless told otherwise, three months at most. */
export const WAIT_HOURS = 168;
export const WAIT_HOURS_MAX = 24 * 90;
/** Characters of what a document node hands on. */
export const DOCUMENT_CHARACTERS = 50_000;
export const DOCUMENT_CHARACTERS_MAX = 400_000;
