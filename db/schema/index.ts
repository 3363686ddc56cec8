// drizzle-kit and the relational client need the whole schema from one place; code imports the area files.
export * from "./chat";
export * from "./console";
export * from "./documents";
export * from "./files";
export * from "./gateway";
export * from "./identity";
export * from "./login";
export * from "./models";
export * from "./personal";
export * from "./system";
export * from "./tasks";
export * from "./tools";
export * from "./usage";
