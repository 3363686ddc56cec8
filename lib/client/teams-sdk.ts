export { app, authentication } from "@microsoft/teams-js";
