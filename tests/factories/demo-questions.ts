/** Questions over the demo's own files, as people ask them: the words need not be those of the file. */
export interface DemoQuestion {
  /** Key of the base that is asked. */
  base: string;
  text: string;
  /** Words of the sentence that answers; null: the base holds no answer. */
  answer: string | null;
}

const of = (base: string, rows: readonly (readonly [text: string, answer: string | null])[]): DemoQuestion[] =>
  rows.map(([text, answer]) => ({ base, text, answer }));

export const DEMO_QUESTIONS: readonly DemoQuestion[] = [
  ...of("people", [
    ["年假有多少天？", "每年十天"],
    ["年休假几天", "每年十天"],
    ["今年的年假没休完怎么办", "结转至次年"],
    ["请年假要提前多久", "提前两个工作日申请"],
    ["结婚能休几天假？", "婚假十五天"],
    ["病了请假扣钱吗", "病假发全额工资"],
    ["几点上班", "核心工作时间"],
    ["忘打卡了怎么补", "补卡四次"],
    ["可以在家办公吗", "远程办公"],
    ["餐补是多少", "餐卡每月补贴六百元"],
    ["出差住酒店能报多少钱", "住宿按城市分档"],
    ["上班可以带宠物吗？", null],
    ["团建经费是多少", null],
    ["打车能报销吗", "单次超过一百五十元"],
    ["密码要几位", "不少于十二位"],
    ["电脑丢了找谁", "设备丢失"],
    ["试用期几个月", "试用期为三个月"],
    ["公积金交多少", "百分之十二"],
    ["工牌去哪里领", "前台领取工牌"],
    ["产假多长", "一百五十八天"],
    ["借款最多能借多少", "百分之八十"],
    ["发票可以截图吗", "不接受截图"],
    ["转正答辩谁参加", "主管、导师"],
  ]),
  ...of("product", [
    ["保修期是几年", "保修"],
    ["蓝牙连不上", "清除配对"],
    ["按键没反应怎么办", "强制重启"],
    ["屏幕上出现 E08", "内部温度过高"],
    ["How long does the guarantee last?", "Three years"],
    ["How do I calibrate it on my own?", "REF and CLEAR"],
    ["What distance does the Pro reach?", "350 m"],
    ["How long until the battery is charged?", "two and a half hours"],
  ]),
  ...of("abroad", [
    ["How much can I spend on a hotel in London?", "EUR 210 in London"],
    ["How many days of annual leave are there?", "25 working days"],
    ["How much vacation do I get?", "25 working days"],
    ["Can I carry days over to next year?", "31 March"],
    ["Do I need a doctor's note?", "certificate"],
    ["What is the daily meal allowance?", "EUR 48"],
    ["When do I get my expenses paid back?", "next salary"],
    ["Are flights in economy only?", "Economy class"],
    ["Can I work from abroad for a month?", "European Union"],
    ["How many days at home per week?", "three days a week"],
    ["Do you pay for a desk?", "EUR 350"],
    ["I lost my laptop", "lost device"],
    ["How fast must we reply to a P1?", "within 1 hour"],
    ["Can a customer get a refund?", "full refund"],
    ["Which receipts are needed?", "Receipts are not needed"],
    ["Who handles laser injuries?", "Emma Clarke"],
    ["kilometre rate for my car", "0.42"],
    ["What do I do with error E05?", "out of range"],
  ]),
  ...of("people", [
    ["公司有健身房吗？", null],
    ["股票期权怎么行权", null],
    ["车位怎么申请", null],
    ["食堂几点关门", null],
  ]),
  ...of("product", [["Does it come in blue?", null]]),
  ...of("abroad", [
    ["Is there a gym?", null],
    ["Who founded the company?", null],
    ["How do I book a parking space?", null],
    ["What are the pension contributions?", null],
    ["What is the dress code for visitors?", null],
  ]),
];
