import type { PublicText } from "./public-text";

export const HELP: PublicText = {
  zh_CN: {
    title: "帮助文档",
    markdown: `## 开始对话

1. 在左侧选择“对话”，直接输入问题，按 Enter 发送，Shift + Enter 换行。
2. 回答会边生成边显示。可以随时按“停止回答”或 Esc，已生成的内容会保留。
3. 关闭页面不会中断回答。再次打开同一个对话，会从断开的地方继续显示。

## 管理对话

- 最多保留 10 个对话。满了之后可以归档最早的一个，归档的对话仍可查看。
- 在对话名称右侧的“更多”里可以重命名、归档或删除。
- 左侧的搜索会同时查找对话名称和消息内容。

## 回答与模型

- 输入框左下角可以切换模型。
- “重新回答”会保留原来的回答，用左右箭头切换；次数有上限，达到前会显示已用次数。
- 标有“内置”的模型不是大语言模型，只会摘录已有内容。管理员接入模型后，请切换到相应模型。

## 知识库

- 在“知识中心”新建知识库并上传文件，处理完成后就能提问。最多可以固定 8 个快捷知识库，拖动调整顺序。
- 可见范围有三种：全员、部分（人员、角色、部门，含下级部门）和仅自己。“谁能使用”列出每个人及原因，保存更改前会说明增减多少人。
- 复制知识库时可以带上文件，不会重复计算向量费用。移交后由新所有者管理。删除的知识库 30 天内可以恢复。
- 上传分三步：选择文件，在文件原文上预览切分并确认，查看处理进度。中途离开页面，已上传的文件会在数据集中“等待切分设置”，随时可以继续。
- 数据集列出文件、文件夹、标签、负责人和有效期，可以批量处理；失败的文件会说明原因并可重试。网页和站点地图也能作为文件，按设定的周期更新。
- “重新切分”把当前设置和新设置画在同一页上；添加问题，再在页面上选中能回答它的文字，即可看出哪种设置能完整给出答案。
- “切片预览”可以编辑、合并、拆分、移动、新增和停用切片；手工改动在重新切分后会保留，放不回去的会列出来由你决定。
- “知识库设置”里的每一项都可以用一个真实问题查看效果。更换 Embedding 模型前会先告知费用，完成后才切换。
- 在“知识问答”里最多选 3 个知识库提问，回答会列出六个步骤和出处；点击出处即可在原文中查看。知识库里没有答案时，可以请负责人补充。右上角可以设置回答模型、随机性、引用切片数、携带的历史轮数和问题模板。
- “召回测试”逐步显示一个问题是怎样找到切片的；切片没有被选用时，“为什么没有”会指出是哪一项设置，以及最小的改法。测试集可以比较两组设置，应用前会自动备份原来的参数。
- “问答对”由人写好答案，提问时优先使用，并注明作者和有效期。“优质问答”和“错题集”收集员工的评价，一键就能做成问答对或加入测试集。
- “使用统计”显示知识库被怎样使用、哪些文件无人用到；“缺口看板”把没有答好的问题归类并分派，补充内容后用提问人的权限重新提问，全部通过才算解决，并通知提问人。
- “知识搜索”同时查找所有你能看到的知识库，用上下键在右侧预览；“历史对话”可以按时间和内容查找以前的问答。

## 联网搜索

- 在“搜索”里输入问题，系统查找网页、阅读并归纳答案，每句话都标明出处；点击出处即可在保存的网页快照中查看原文，网页以后改变也不影响核对。
- 三种方式：“快速”按原问题搜索，“均衡”改写成几个查询，“深度”拆成子问题并查漏补缺。步骤中列出每一步用的模型、时间和费用，随时可以停止。
- “搜索范围”可以选择最多 10 个可信来源，答案只来自其中的域名；不选择时使用管理员设定的默认范围。
- “来源管理”里每个来源最多 20 个域名，每行一个；系统遵守网站的 robots 规则，按计划读取网页，没有搜索服务也能搜索。
- 回答下方可以提取思维导图、时间线、实体和图片；“重新查看网页”比较网页有没有新增、改变或消失。

## 智能体与应用

- “广场”列出你能使用的应用，可以按分类、类型和收藏筛选；“实验室”里是请你试用的应用，用右上角的“提意见”告诉负责人。
- 打开同事发来的应用链接时，如果没有对你开放，可以直接申请，负责人同意后会通知你。
- 在“工作台”从模板或空白创建应用：智能体、聊天助手、内容生成。编排时自动保存，右侧可以随时试用；“调试对比”让两个版本回答同一个问题。
- 发布后别人才能使用。每次发布都是一个版本，可以比较差异、恢复为草稿或取消发布；“发布到广场”设置谁能使用。
- 应用运行时使用提问者自己的权限：对方无权使用的知识库、工具和模型不会生效。
- 在“新建工具”和“导入工具”里可以把公司系统的接口做成自己的工具，供自己的应用使用。
- 工作流按画好的步骤运行：打开后填写表单，右侧显示进度、每一步的用时和结果；可以离开页面，运行不会中断，失败后可以从失败处重试。
- 工作流需要你审批或填写时会通知你，也列在“待我处理”中；可以转交给别人，到期未处理会按流程的设置继续。
- 在编排页的“运行日志”里能看到每次运行走过的路径和每一步，可以从某一步接着运行，或用当时的输入重放；“触发”设置定时运行和由外部系统调用。别人运行的内容不会显示给你。
- 应用可以导出为文件；也可以导入从这里或从 Dify 导出的文件，缺少的模型、知识库和工具会列出来。

## AI 绘图

- 在“AI 绘图”左侧写提示词，“帮我写具体”会补全主体、光线和构图；下面只列出所选模型支持的选项，按钮旁显示今日剩余张数。
- 生成时可以离开页面，图片会保存在“作品”中；失败或取消不扣张数。服务中断时结果未知，不会自行重新生成，由你决定是否重试。
- 用画笔、橡皮、套索或“按角选区”涂抹图片的一部分，再写出要改成什么，即可局部重绘。右侧的版本树列出每一步，“使用这组设置”会原样恢复当时的全部设置。
- 按键：B 画笔，E 橡皮，L 套索，H 查看，[ 和 ] 调整笔刷，Ctrl / ⌘ + Z 撤销，按住 V 看上一版，F 全屏。
- 作品可以放进文件夹、收藏、下载为 PNG、JPEG 或 WebP；文件中写有“由 AI 生成”的来源信息。删除的图片 30 天内可以恢复。

## 快捷键

| 按键 | 作用 |
| --- | --- |
| Ctrl / ⌘ + K | 搜索或跳转 |
| Ctrl / ⌘ + B | 展开或收起菜单 |
| Ctrl / ⌘ + Shift + O | 新建对话 |
| Ctrl / ⌘ + \\ | 显示或收起回答旁的来源 |
| Ctrl / ⌘ + S | 保存表单 |
| Enter / Shift + Enter | 发送 / 换行 |
| @ | 选择知识库（知识问答的输入框） |
| Esc | 停止回答，关闭最上层 |
| Alt + ↑ / ↓ | 上一处 / 下一处来源 |
| Ctrl / ⌘ + F | 在打开的来源中查找 |
| Ctrl / ⌘ + + / − / 0 | 放大、缩小、恢复打开的来源 |
| ↑ / ↓、空格、Enter | 在列表中移动、选择、打开 |
| ? | 查看全部快捷键 |

## 需要更多帮助

账号、权限或额度问题，请联系你所在组织的系统管理员。反馈问题时附上页面提示里的编号，可以更快定位。
`,
  },
  en_US: {
    title: "Help",
    markdown: `## Start a chat

1. Choose “Chat” on the left, type your question and press Enter. Shift + Enter adds a line.
2. The answer appears as it is written. Stop it at any time with “Stop answering” or Esc; what was written stays.
3. Closing the page does not end an answer. Open the chat again and it continues where you left off.

## Organise your chats

- You can keep 10 chats. When you reach the limit, archive the oldest; archived chats stay readable.
- “More” beside a chat’s name renames, archives or deletes it.
- The search on the left covers chat names and messages.

## Answers and models

- Change the model at the lower left of the input.
- “Regenerate” keeps the earlier answer; use the arrows to switch between answers. The number is limited, and the count is shown.
- The model marked “Built-in” is not a language model: it only quotes the text it was given. Choose another once your administrator has connected one.

## Knowledge bases

- Create a base in “Knowledge” and upload files; once they are ready you can ask about them. You can pin up to 8 bases and drag them into order.
- A base is visible to everyone, to some (people, roles, departments and those below) or only to you. “Who can use it” lists every person and why, and shows who gains or loses access before you save.
- A copy can include the files, and vectors are not charged again. A base you transfer is managed by its new owner. Deleted bases can be restored within 30 days.
- An upload has three steps: choose files, preview on the pages how they would be segmented, and follow their progress. If you leave in between, the files wait for their settings in the dataset until you continue.
- The dataset lists files with folders, tags, owners and validity, and supports bulk actions; a failed file shows the reason and can be retried. Web pages and sitemaps can be added as files and are updated as often as you set.
- “Segment again” shows the current and the new setting on one page. Add questions and select the words on the page that answer them, to see which setting returns the whole answer.
- “Slice preview” lets you edit, merge, split, move, add and disable slices; manual changes survive resegmenting, and those that cannot be reapplied are listed for you to decide.
- Each of the “Base settings” shows its effect on a real question. When you change the embedding model, the cost is shown first, and it takes over only when all vectors are ready.
- “Knowledge questions” asks up to three bases. The answer shows its six steps and its sources; a source opens at the quoted words. If nothing is found, you can ask the owner of the base. At the upper right you can set the answer model, its randomness, the number of slices and earlier rounds included, and the question template.
- “Recall test” shows step by step how a question finds its slices. Where a slice is not selected, “Why not?” names the setting and the smallest change that would keep it. Test sets compare two settings; the previous parameters are backed up before others are applied.
- “Q&A pairs” are answers written by people. They come first when a question matches, and name their author and how long they are valid. “Good answers” and “Wrong questions” collect what people think of answers; one click makes a pair or adds the question to a test set.
- “Usage” shows how a base is used and which files nobody needs. The “Gap board” groups questions without a good answer and assigns them; when content is added, the questions are asked again with the rights of those who asked. Only when all pass is a gap closed, and the askers are told.
- “Knowledge search” covers every base you can read, and the arrow keys move the preview beside the list; “Chat history” finds earlier questions by time and text.

## Web search

- Ask in Search: pages are found, read and summed up, with the source of each sentence. A click on a source opens the stored snapshot of the page at the words, even after the page has changed.
- Three modes: Quick searches as asked, Balanced makes several queries, Deep takes the question apart and looks for what is missing. Each step shows its model, time and cost, and can be stopped.
- Choose up to 10 trusted sources: answers then come from their domains only. Without one, the default your administrator has set applies.
- In Sources, each source holds up to 20 domains, one a line. Pages are read on a schedule by the rules of their sites, so search works without a search provider.
- Below an answer you can draw up a mind map, a timeline, entities and pictures. “Check pages again” tells which pages are new, changed or gone.

## Agents and apps

- The “Square” lists the apps you may use, by category, type and favourites. The “Lab” holds apps you are asked to try; “Give feedback” at the upper right tells their owner what you think.
- If a colleague’s link leads to an app that is not open to you, you can ask its owner. You are told when access is granted.
- The “Workbench” makes apps from a template or blank: agents, chat assistants, content generators. Changes are saved as you type and can be tried beside them; “Debug” lets two versions answer the same question.
- Others can use an app once it is published. Each publication is a version that can be compared, restored as a draft or taken back; “Listing” says who may use it.
- An app runs with the rights of whoever asks: a base, tool or model they may not use gives nothing.
- “Create a tool” and “Import tools” turn your company’s interfaces into tools of your own, for your apps.
- A workflow runs the steps that were drawn: fill in its form, and progress, time and result of each step appear beside it. You can leave the page, the run goes on; a run that failed can be retried from the failure.
- When a workflow needs your approval or input you are notified, and it is listed under “Waiting for me”. You can hand it over; if nobody answers in time, the run goes on as the workflow says.
- “Runs” in the editor shows the path each run took and every step. Runs can be continued from a step, or replayed with the inputs of that time; “Triggers” adds schedules and calls by other systems. What others filled in is not shown to you.
- Apps leave as files. Files exported here or from Dify can be imported; missing models, bases and tools are listed.

## Drawing

- Write a prompt on the left of “Drawing”; “Make it specific” adds subject, light and composition. Only the options the chosen model has are shown, and what is left of your pictures of today stands beside the button.
- You can leave the page while pictures are made: they are kept in your gallery. What fails or is cancelled counts for nothing. If the server stops in the middle, the outcome is unknown and nothing is made again by itself; you decide whether to retry.
- Mark a part of a picture with brush, eraser, lasso or “Region by corners” and say what it should become. The version tree on the right shows every step; “Use these settings” restores all settings exactly.
- Keys: B brush, E eraser, L lasso, H look, [ and ] brush size, Ctrl / ⌘ + Z undo, hold V for the version before, F full screen.
- Pictures can be put into folders, collected and downloaded as PNG, JPEG or WebP; the files say that they were generated by AI. Deleted pictures can be restored for 30 days.

## Keyboard

| Keys | Action |
| --- | --- |
| Ctrl / ⌘ + K | Search or jump to |
| Ctrl / ⌘ + B | Expand or collapse the menu |
| Ctrl / ⌘ + Shift + O | New chat |
| Ctrl / ⌘ + \\ | Show or hide the source beside an answer |
| Ctrl / ⌘ + S | Save the form |
| Enter / Shift + Enter | Send / new line |
| @ | Choose knowledge bases (in knowledge Q&A) |
| Esc | Stop the answer, close the top layer |
| Alt + ↑ / ↓ | Previous / next source |
| Ctrl / ⌘ + F | Find in the open source |
| Ctrl / ⌘ + + / − / 0 | Zoom the open source in, out, back |
| ↑ / ↓, Space, Enter | Move, select and open in lists |
| ? | All shortcuts |

## More help

For questions about your account, permissions or limits, ask your organisation’s administrator. Quote the code shown with an error: it helps to find the cause.
`,
  },
};
