// Code generated from gitleaks v8.30.1 and own.toml by `make generate`. DO NOT EDIT.
//
// The rules of gitleaks are Copyright (c) 2019 Zachary Rice, MIT License: rules/gitleaks/LICENSE; the
// others are of rules/own.toml.

package redact

// macros are the parts of expressions for which the table has one byte.
var macros = [...]string{
	")(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}(",
	"(?:[\\x60'\"\\s;]|\\\\[nr]|$)",
	"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
}

// table is the set of rules, in the form that rules.go reads.
const table = "" +
	"\t014df517-39d1-4453-b7b3-9930c563627c\x00abcdefghijklmnopqrstuvwxyz\t(?i)^true|false|null$\x00^(?i:a+|b+|c+|d+|e+|f+|g+|h+|i+|j+|k+|l+|m+|n+|o+|p+|q+|r+|s+|t+|u+|v+|w+|x+|y+|z+|\\*+|\\.+)$\x00^\\$(?:\\d+|{\\d+})$\x00^\\$(?:[A-Z_]+|[a-z_]+)$\x00^\\${(?:[A-Z_]+|[a-z_]+)}$\x00^\\{\\{[ \\t]*[\\w ().|]+[ \\t]*}}$\x00^\\$\\{\\{[ \\t]*(?:(?:env|github|secrets|vars)(?:\\.[A-Za-z]\\w+)+[\\w \"'&./=|]*)[ \\t]*}}$\x00^%(?:[A-Z_]+|[a-z_]+)%$\x00^%[+\\-# 0]?[bcdeEfFgGoOpqstTUvxX]$\x00^\\{\\d{0,2}}$\x00^@(?:[A-Z_]+|[a-z_]+)@$\x00^/Users/(?i)[a-z0-9]+/[\\w .-/]+$\x00^/(?:bin|etc|home|opt|tmp|usr|var)/[\\w ./-]+$\n" +
	"\t\t^[$<{%*\\[]\x00(?i)^(?:x+|\\.+|pass|passw(?:or)?d|pwd|(?:top_)?secret|token|changeme|user|port|[a-z]{1,4}\\d?)$\n" +
	"\t\t^[A-Za-z_$][\\w$]*(?:(?:\\.|->|::|\\?\\.)[A-Za-z_$][\\w$]*)+$\n" +
	"\t\t^[0-9.:T+Z/-]+$\n" +
	"\t\t^[A-Za-z_$]+(?:(?:\\.|->|::|\\?\\.)[A-Za-z_$]+)*(?:(?:\\.|->|::|\\?\\.)[a-z_]+\\d{0,2})$\x00^[A-Za-z_$]+(?:\\.[A-Za-z_$]+)+[.:]*$\n" +
	"\t\t^[0-9a-fA-F]{1,20}$\n" +
	"\t\t^[a-z]+(?:[A-Z][a-z]{2,})+\\d{0,2}$\x00^[a-z]+(?:[-_][a-z]+)+\\d{0,2}$\x00^[A-Z]+(?:_[A-Z]+)*_?\\d{0,2}$\n" +
	"\t\t^(?:0x[0-9a-fA-F]+|[0-9]{1,12})$\x00^\\d[\\d.,:]*[a-z]{0,2}$\n" +
	"\t\t^(?:[./~]|https?:|[A-Za-z]:\\\\|[A-Za-z_]+/)\x00\\.(?:py|js|ts|go|json|pem|key|txt|md|yaml|yml|toml|html|css)$\x00[\\w\\])]\\(\n" +
	"\t\t^[$<{%*\\[(]\x00(?i)^(?:[x*.…-]+|(?:my|your|the|some|test|new|old|db|user|super|root|admin)?[-_ ]?(?:pass|passw(?:or)?d|pwd|secret|token|key|value|passphrase|user(?:name)?)s?\\d{0,3}|changeme|change[-_]me|none|null|true|false|undefined|required|optional|string|str|bytes|port|foo|bar|foobar|invalid|wrong|s[e3]cr[e3]t!?)$\x00(?i)your[-_ ]?|[-_]here$|example|placeholder|redacted|insert|xxxx|<[a-z]|%[sdvq]|\\$\\{|\\{\\{|process\\.env|environ|getenv\n" +
	"\t\t^(?:_?[A-Za-z]?[a-z]*(?:[A-Z]{1,3}[a-z]{2,})*[A-Z]{0,4}|[A-Z]+)(?:_[A-Za-z]+)*[.:!?-]*$\x00^[0-9.]+$\x00^[^A-Za-z0-9]+$\n" +
	"\t\t^[\\d.]+(?::|$)\n" +
	"\t\t^[a-z.,:/-]+$\n" +
	"\t\t(?i)\\b(?:must|your|the|and|for|with|are|is|to|of|or|in|an?|characters|enter|no|not)\\b\x00^\\S+$\n" +
	"\t\t^(?:[A-Z][a-z]+|[a-z]{2,}|[A-Z]{2,}|[-_./:+=~][A-Za-z]?)*(?:\\d+(?:[A-Z][a-z]+|[a-z]{2,}|[A-Z]{2,}|[-_./:+=~][A-Za-z]?)*){0,3}$\n" +
	"\t\t^(?:[a-z]+|[A-Z]{2,}|[A-Z][a-z]{2,}|I[dns]|My|No|O[fnr]|To|[^A-Za-z0-9]|[A-Z]$)+$\n" +
	"\t\t\\b(?:the|and|for|with|are|not|but)\\b\n" +
	"\t\t.+EXAMPLE$\n" +
	"\t\t[^:]+:(?:change(?:it|me)|pass(?:word)?|pwd|test|token|\\*+|x+)\x00['\"]?<[^>]+>['\"]?:['\"]?<[^>]+>|<[^:]+:[^>]+>['\"]?\x00[^:]+:\\[[^]]+]\x00['\"]?[^:]+['\"]?:['\"]?\\$(?:\\d|\\w+|\\{(?:\\d|\\w+)})['\"]?\x00\\$\\([^)]+\\):\\$\\([^)]+\\)\x00['\"]?\\$?{{[^}]+}}['\"]?:['\"]?\\$?{{[^}]+}}['\"]?\n" +
	"\t\tAIzaSyabcdefghijklmnopqrstuvwxyz1234567\x00AIzaSyAnLA7NfeLquW1tJFpx_eQCxoX-oo6YyIs\x00AIzaSyCkEhVjf3pduRDt6d1yKOMitrUEke8agEM\x00AIzaSyDMAScliyLx7F0NPDEJi1QmyCgHIAODrlU\x00AIzaSyD3asb-2pEZVqMkmL6M9N6nHZRR_znhrh0\x00AIzayDNSXIbFmlXbIE6mCzDLQAqITYefhixbX4A\x00AIzaSyAdOS2zB6NCsk1pCdZ4-P6GBdi_UUPwX7c\x00AIzaSyASWm6HmTMdYWpgMnjRBjxcQ9CKctWmLd4\x00AIzaSyANUvH9H9BsUccjsu2pCmEkOPjjaXeDQgY\x00AIzaSyA5_iVawFQ8ABuTZNUdcwERLJv_a_p4wtM\x00AIzaSyA4UrcGxgwQFTfaI3no3t7Lt1sjmdnP5sQ\x00AIzaSyDSb51JiIcB6OJpwwMicseKRhhrOq1cS7g\x00AIzaSyBF2RrAIm4a0mO64EShQfqfd2AFnzAvvuU\x00AIzaSyBcE-OOIbhjyR83gm4r2MFCu4MJmprNXsw\x00AIzaSyB8qGxt4ec15vitgn44duC5ucxaOi4FmqE\x00AIzaSyA8vmApnrHNFE0bApF4hoZ11srVL_n0nvY\n" +
	"\t\t^[a-zA-Z_.-]+$\n" +
	"match\t000000\x006fe4476ee5a1832882e326b506d14126\x00_ec2_\x00aaaaaa\x00about\x00abstract\x00academy\x00acces\x00account\x00act-\x00act.\x00act_\x00action\x00active\x00actively\x00activity\x00adapter\x00add-\x00add-on\x00add.\x00add_\x00addon\x00addres\x00admin\x00adobe\x00advanced\x00adventure\x00agent\x00agile\x00air-\x00air.\x00air_\x00ajax\x00akka\x00alert\x00alfred\x00algorithm\x00all-\x00all.\x00all_\x00alloy\x00alpha\x00amazon\x00amqp\x00analysi\x00analytic\x00analyzer\x00android\x00angular\x00angularj\x00animate\x00animation\x00another\x00ansible\x00answer\x00ant-\x00ant.\x00ant_\x00any-\x00any.\x00any_\x00apache\x00app-\x00app.\x00app_\x00apple\x00arch\x00archive\x00archived\x00arduino\x00array\x00art-\x00art.\x00art_\x00article\x00asp-\x00asp.\x00asp_\x00asset\x00async\x00atom\x00attention\x00audio\x00audit\x00aura\x00auth\x00author\x00authorize\x00auto\x00automated\x00automatic\x00awesome\x00aws_\x00azure\x00back\x00backbone\x00backend\x00backup\x00bar-\x00bar.\x00bar_\x00base\x00based\x00bash\x00basic\x00batch\x00been\x00beer\x00behavior\x00being\x00benchmark\x00best\x00beta\x00better\x00big-\x00big.\x00big_\x00binary\x00binding\x00bit-\x00bit.\x00bit_\x00bitcoin\x00block\x00blog\x00board\x00book\x00bookmark\x00boost\x00boot\x00bootstrap\x00bosh\x00bot-\x00bot.\x00bot_\x00bower\x00box-\x00box.\x00box_\x00boxen\x00bracket\x00branch\x00bridge\x00browser\x00brunch\x00buffer\x00bug-\x00bug.\x00bug_\x00build\x00builder\x00building\x00buildout\x00buildpack\x00built\x00bundle\x00busines\x00but-\x00but.\x00but_\x00button\x00cache\x00caching\x00cakephp\x00calendar\x00call\x00camera\x00campfire\x00can-\x00can.\x00can_\x00canva\x00captcha\x00capture\x00card\x00carousel\x00case\x00cassandra\x00cat-\x00cat.\x00cat_\x00category\x00center\x00cento\x00challenge\x00change\x00changelog\x00channel\x00chart\x00chat\x00cheat\x00check\x00checker\x00chef\x00ches\x00chinese\x00chosen\x00chrome\x00ckeditor\x00clas\x00classe\x00classic\x00clean\x00cli-\x00cli.\x00cli_\x00client\x00clojure\x00clone\x00closure\x00cloud\x00club\x00cluster\x00cms-\x00cms_\x00coco\x00code\x00coding\x00coffee\x00color\x00combination\x00combo\x00command\x00commander\x00comment\x00commit\x00common\x00community\x00compas\x00compiler\x00complete\x00component\x00composer\x00computer\x00computing\x00con-\x00con.\x00con_\x00concept\x00conf\x00config\x00connect\x00connector\x00console\x00contact\x00container\x00contao\x00content\x00contest\x00context\x00control\x00convert\x00converter\x00conway'\x00cookbook\x00cookie\x00cool\x00copy\x00cordova\x00core\x00couchbase\x00couchdb\x00countdown\x00counter\x00course\x00craft\x00crawler\x00create\x00creating\x00creator\x00credential\x00crm-\x00crm.\x00crm_\x00cros\x00crud\x00csv-\x00csv.\x00csv_\x00cube\x00cucumber\x00cuda\x00current\x00currently\x00custom\x00daemon\x00dark\x00dart\x00dash\x00dashboard\x00data\x00database\x00date\x00day-\x00day.\x00day_\x00dead\x00debian\x00debug\x00debugger\x00deck\x00define\x00del-\x00del.\x00del_\x00delete\x00demo\x00deploy\x00design\x00designer\x00desktop\x00detection\x00detector\x00dev-\x00dev.\x00dev_\x00develop\x00developer\x00device\x00devise\x00diff\x00digital\x00directive\x00directory\x00discovery\x00display\x00django\x00dns-\x00dns_\x00doc-\x00doc.\x00doc_\x00docker\x00docpad\x00doctrine\x00document\x00doe-\x00doe.\x00doe_\x00dojo\x00dom-\x00dom.\x00dom_\x00domain\x00don't\x00done\x00dot-\x00dot.\x00dot_\x00dotfile\x00download\x00draft\x00drag\x00drill\x00drive\x00driven\x00driver\x00drop\x00dropbox\x00drupal\x00dsl-\x00dsl.\x00dsl_\x00dynamic\x00easy\x00ecdsa\x00eclipse\x00edit\x00editing\x00edition\x00editor\x00element\x00emac\x00email\x00embed\x00embedded\x00ember\x00emitter\x00emulator\x00encoding\x00endpoint\x00engine\x00english\x00enhanced\x00entity\x00entry\x00env_\x00episode\x00erlang\x00error\x00espresso\x00event\x00evented\x00example\x00exchange\x00exercise\x00experiment\x00expire\x00exploit\x00explorer\x00export\x00exporter\x00expres\x00ext-\x00ext.\x00ext_\x00extended\x00extension\x00external\x00extra\x00extractor\x00fabric\x00facebook\x00factory\x00fake\x00fast\x00feature\x00feed\x00fewfwef\x00ffmpeg\x00field\x00file\x00filter\x00find\x00finder\x00firefox\x00firmware\x00first\x00fish\x00fix-\x00fix_\x00flash\x00flask\x00flat\x00flex\x00flexible\x00flickr\x00flow\x00fluent\x00fluentd\x00fluid\x00folder\x00font\x00force\x00foreman\x00fork\x00form\x00format\x00formatter\x00forum\x00foundry\x00framework\x00free\x00friend\x00friendly\x00front-end\x00frontend\x00ftp-\x00ftp.\x00ftp_\x00fuel\x00full\x00fun-\x00fun.\x00fun_\x00func\x00future\x00gaia\x00gallery\x00game\x00gateway\x00gem-\x00gem.\x00gem_\x00gen-\x00gen.\x00gen_\x00general\x00generator\x00generic\x00genetic\x00get-\x00get.\x00get_\x00getenv\x00getting\x00ghost\x00gist\x00git-\x00git.\x00git_\x00github\x00gitignore\x00gitlab\x00glas\x00gmail\x00gnome\x00gnu-\x00gnu.\x00gnu_\x00goal\x00golang\x00gollum\x00good\x00google\x00gpu-\x00gpu.\x00gpu_\x00gradle\x00grail\x00graph\x00graphic\x00great\x00grid\x00groovy\x00group\x00grunt\x00guard\x00gui-\x00gui.\x00gui_\x00guide\x00guideline\x00gulp\x00gwt-\x00gwt.\x00gwt_\x00hack\x00hackathon\x00hacker\x00hacking\x00hadoop\x00haml\x00handler\x00hardware\x00has-\x00has_\x00hash\x00haskell\x00have\x00haxe\x00hello\x00help\x00helper\x00here\x00hero\x00heroku\x00high\x00hipchat\x00history\x00home\x00homebrew\x00homepage\x00hook\x00host\x00hosting\x00hot-\x00hot.\x00hot_\x00house\x00how-\x00how.\x00how_\x00html\x00http\x00hub-\x00hub.\x00hub_\x00hubot\x00human\x00icon\x00ide-\x00ide.\x00ide_\x00idea\x00identity\x00idiomatic\x00image\x00impact\x00import\x00important\x00importer\x00impres\x00index\x00infinite\x00info\x00injection\x00inline\x00input\x00inside\x00inspector\x00instagram\x00install\x00installer\x00instant\x00intellij\x00interface\x00internet\x00interview\x00into\x00intro\x00ionic\x00iphone\x00ipython\x00irc-\x00irc_\x00iso-\x00iso.\x00iso_\x00issue\x00jade\x00jasmine\x00java\x00jbos\x00jekyll\x00jenkin\x00jetbrains\x00job-\x00job.\x00job_\x00joomla\x00jpa-\x00jpa.\x00jpa_\x00jquery\x00json\x00just\x00kafka\x00karma\x00kata\x00kernel\x00keyboard\x00kindle\x00kit-\x00kit.\x00kit_\x00kitchen\x00knife\x00koan\x00kohana\x00lab-\x00lab.\x00lab_\x00lambda\x00lamp\x00language\x00laravel\x00last\x00latest\x00latex\x00launcher\x00layer\x00layout\x00lazy\x00ldap\x00leaflet\x00league\x00learn\x00learning\x00led-\x00led.\x00led_\x00leetcode\x00les-\x00les.\x00les_\x00level\x00leveldb\x00lib-\x00lib.\x00lib_\x00librarie\x00library\x00license\x00life\x00liferay\x00light\x00lightbox\x00like\x00line\x00link\x00linked\x00linkedin\x00linux\x00lisp\x00list\x00lite\x00little\x00load\x00loader\x00local\x00location\x00lock\x00log-\x00log.\x00log_\x00logger\x00logging\x00logic\x00login\x00logstash\x00longer\x00look\x00love\x00lua-\x00lua.\x00lua_\x00mac-\x00mac.\x00mac_\x00machine\x00made\x00magento\x00magic\x00mail\x00make\x00maker\x00making\x00man-\x00man.\x00man_\x00manage\x00manager\x00manifest\x00manual\x00map-\x00map.\x00map_\x00mapper\x00mapping\x00markdown\x00markup\x00master\x00math\x00matrix\x00maven\x00md5\x00mean\x00media\x00mediawiki\x00meetup\x00memcached\x00memory\x00menu\x00merchant\x00message\x00messaging\x00meta\x00metadata\x00meteor\x00method\x00metric\x00micro\x00middleman\x00migration\x00minecraft\x00miner\x00mini\x00minimal\x00mirror\x00mit-\x00mit.\x00mit_\x00mobile\x00mocha\x00mock\x00mod-\x00mod.\x00mod_\x00mode\x00model\x00modern\x00modular\x00module\x00modx\x00money\x00mongo\x00mongodb\x00mongoid\x00mongoose\x00monitor\x00monkey\x00more\x00motion\x00moved\x00movie\x00mozilla\x00mqtt\x00mule\x00multi\x00multiple\x00music\x00mustache\x00mvc-\x00mvc.\x00mvc_\x00mysql\x00nagio\x00name\x00native\x00need\x00neo-\x00neo.\x00neo_\x00nest\x00nested\x00net-\x00net.\x00net_\x00nette\x00network\x00new-\x00new.\x00new_\x00next\x00nginx\x00ninja\x00nlp-\x00nlp.\x00nlp_\x00node\x00nodej\x00nosql\x00not-\x00not.\x00not_\x00note\x00notebook\x00notepad\x00notice\x00notifier\x00now-\x00now.\x00now_\x00number\x00oauth\x00object\x00objective\x00obsolete\x00ocaml\x00octopres\x00official\x00old-\x00old.\x00old_\x00onboard\x00online\x00only\x00open\x00opencv\x00opengl\x00openshift\x00openwrt\x00option\x00oracle\x00org-\x00org.\x00org_\x00origin\x00original\x00orm-\x00orm.\x00orm_\x00osx-\x00osx_\x00our-\x00our.\x00our_\x00out-\x00out.\x00out_\x00output\x00over\x00overview\x00own-\x00own.\x00own_\x00pack\x00package\x00packet\x00page\x00panel\x00paper\x00paperclip\x00para\x00parallax\x00parallel\x00parse\x00parser\x00parsing\x00particle\x00party\x00password\x00patch\x00path\x00pattern\x00payment\x00paypal\x00pdf-\x00pdf.\x00pdf_\x00pebble\x00people\x00perl\x00personal\x00phalcon\x00phoenix\x00phone\x00phonegap\x00photo\x00php-\x00php.\x00php_\x00physic\x00picker\x00pipeline\x00platform\x00play\x00player\x00please\x00plu-\x00plu.\x00plu_\x00plug-in\x00plugin\x00plupload\x00png-\x00png.\x00png_\x00poker\x00polyfill\x00polymer\x00pool\x00pop-\x00pop.\x00pop_\x00popcorn\x00popup\x00port\x00portable\x00portal\x00portfolio\x00post\x00power\x00powered\x00powerful\x00prelude\x00pretty\x00preview\x00principle\x00print\x00pro-\x00pro.\x00pro_\x00problem\x00proc\x00product\x00profile\x00profiler\x00program\x00progres\x00project\x00protocol\x00prototype\x00provider\x00proxy\x00public\x00pull\x00puppet\x00pure\x00purpose\x00push\x00pusher\x00pyramid\x00python\x00quality\x00query\x00queue\x00quick\x00rabbitmq\x00rack\x00radio\x00rail\x00railscast\x00random\x00range\x00raspberry\x00rdf-\x00rdf.\x00rdf_\x00react\x00reactive\x00read\x00reader\x00readme\x00ready\x00real\x00real-time\x00reality\x00realtime\x00recipe\x00recorder\x00red-\x00red.\x00red_\x00reddit\x00redi\x00redmine\x00reference\x00refinery\x00refresh\x00registry\x00related\x00release\x00remote\x00rendering\x00repo\x00report\x00request\x00require\x00required\x00requirej\x00research\x00resource\x00response\x00resque\x00rest\x00restful\x00resume\x00reveal\x00reverse\x00review\x00riak\x00rich\x00right\x00ring\x00robot\x00role\x00room\x00router\x00routing\x00rpc-\x00rpc.\x00rpc_\x00rpg-\x00rpg.\x00rpg_\x00rspec\x00ruby-\x00ruby.\x00ruby_\x00rule\x00run-\x00run.\x00run_\x00runner\x00running\x00runtime\x00rust\x00rvm-\x00rvm.\x00rvm_\x00salt\x00sample\x00sandbox\x00sas-\x00sas.\x00sas_\x00sbt-\x00sbt.\x00sbt_\x00scala\x00scalable\x00scanner\x00schema\x00scheme\x00school\x00science\x00scraper\x00scratch\x00screen\x00script\x00scroll\x00scs-\x00scs.\x00scs_\x00sdk-\x00sdk.\x00sdk_\x00sdl-\x00sdl.\x00sdl_\x00search\x00secure\x00security\x00see-\x00see.\x00see_\x00seed\x00select\x00selector\x00selenium\x00semantic\x00sencha\x00send\x00sentiment\x00serie\x00server\x00service\x00session\x00set-\x00set.\x00set_\x00setting\x00setup\x00sha1\x00sha2\x00sha256\x00share\x00shared\x00sharing\x00sheet\x00shell\x00shield\x00shipping\x00shop\x00shopify\x00shortener\x00should\x00show\x00showcase\x00side\x00silex\x00simple\x00simulator\x00single\x00site\x00skeleton\x00sketch\x00skin\x00slack\x00slide\x00slider\x00slim\x00small\x00smart\x00smtp\x00snake\x00snapshot\x00snippet\x00soap\x00social\x00socket\x00software\x00solarized\x00solr\x00solution\x00solver\x00some\x00soon\x00source\x00space\x00spark\x00spatial\x00spec\x00sphinx\x00spine\x00spotify\x00spree\x00spring\x00sprite\x00sql-\x00sql.\x00sql_\x00sqlite\x00ssh-\x00ssh.\x00ssh_\x00stack\x00staging\x00standard\x00stanford\x00start\x00started\x00starter\x00startup\x00stat\x00statamic\x00state\x00static\x00statistic\x00statsd\x00statu\x00steam\x00step\x00still\x00stm-\x00stm.\x00stm_\x00storage\x00store\x00storm\x00story\x00strategy\x00stream\x00streaming\x00string\x00stripe\x00structure\x00studio\x00study\x00stuff\x00style\x00sublime\x00sugar\x00suite\x00summary\x00super\x00support\x00supported\x00svg-\x00svg.\x00svg_\x00svn-\x00svn.\x00svn_\x00swagger\x00swift\x00switch\x00switcher\x00symfony\x00symphony\x00sync\x00synopsi\x00syntax\x00system\x00tab-\x00tab.\x00tab_\x00table\x00tag-\x00tag.\x00tag_\x00talk\x00target\x00task\x00tcp-\x00tcp.\x00tcp_\x00tdd-\x00tdd.\x00tdd_\x00team\x00tech\x00template\x00term\x00terminal\x00testing\x00tetri\x00text\x00textmate\x00theme\x00theory\x00three\x00thrift\x00time\x00timeline\x00timer\x00tiny\x00tinymce\x00tip-\x00tip.\x00tip_\x00title\x00todo\x00todomvc\x00token\x00tool\x00toolbox\x00toolkit\x00top-\x00top.\x00top_\x00tornado\x00touch\x00tower\x00tracker\x00tracking\x00traffic\x00training\x00transfer\x00translate\x00transport\x00tree\x00trello\x00try-\x00try.\x00try_\x00tumblr\x00tut-\x00tut.\x00tut_\x00tutorial\x00tweet\x00twig\x00twitter\x00type\x00typo\x00ubuntu\x00uiview\x00ultimate\x00under\x00unit\x00unity\x00universal\x00unix\x00update\x00updated\x00upgrade\x00upload\x00uploader\x00uri-\x00uri.\x00uri_\x00url-\x00url.\x00url_\x00usage\x00usb-\x00usb.\x00usb_\x00use-\x00use.\x00use_\x00used\x00useful\x00user\x00using\x00util\x00utilitie\x00utility\x00vagrant\x00validator\x00value\x00variou\x00varnish\x00version\x00via-\x00via.\x00via_\x00video\x00view\x00viewer\x00vim-\x00vim.\x00vim_\x00vimrc\x00virtual\x00vision\x00visual\x00vpn\x00want\x00warning\x00watch\x00watcher\x00wave\x00way-\x00way.\x00way_\x00weather\x00web-\x00web_\x00webapp\x00webgl\x00webhook\x00webkit\x00webrtc\x00website\x00websocket\x00welcome\x00what\x00what'\x00when\x00where\x00which\x00why-\x00why.\x00why_\x00widget\x00wifi\x00wiki\x00win-\x00win.\x00win_\x00window\x00wip-\x00wip.\x00wip_\x00within\x00without\x00wizard\x00word\x00wordpres\x00work\x00worker\x00workflow\x00working\x00workshop\x00world\x00wrapper\x00write\x00writer\x00writing\x00written\x00www-\x00www.\x00www_\x00xamarin\x00xcode\x00xml-\x00xml.\x00xml_\x00xmpp\x00xxxxxx\x00yahoo\x00yaml\x00yandex\x00yeoman\x00yet-\x00yet.\x00yet_\x00yii-\x00yii.\x00yii_\x00youtube\x00yui-\x00yui.\x00yui_\x00zend\x00zero\x00zip-\x00zip.\x00zip_\x00zsh-\x00zsh.\x00zsh_\t(?i)(?:access(?:ibility|or)|access[_.-]?id|random[_.-]?access|api[_.-]?(?:id|name|version)|rapid|capital|[a-z0-9-]*?api[a-z0-9-]*?:jar:|author|X-MS-Exchange-Organization-Auth|Authentication-Results|(?:credentials?[_.-]?id|withCredentials)|(?:bucket|foreign|hot|idx|natural|primary|pub(?:lic)?|schema|sequence)[_.-]?key|(?:turkey)|key[_.-]?(?:alias|board|code|frame|id|length|mesh|name|pair|press(?:ed)?|ring|selector|signature|size|stone|storetype|word|up|down|left|right)|key[_.-]?vault[_.-]?(?:id|name)|keyVaultToStoreSecrets|key(?:store|tab)[_.-]?(?:file|path)|issuerkeyhash|(?-i:[DdMm]onkey|[DM]ONKEY)|keying|(?:secret)[_.-]?(?:length|name|size)|UserSecretsId|(?:csrf)[_.-]?token|(?:io\\.jsonwebtoken[ \\t]?:[ \\t]?[\\w-]+)|(?:api|credentials|token)[_.-]?(?:endpoint|ur[il])|public[_.-]?token|(?:key|token)[_.-]?file|(?-i:(?:[A-Z_]+=\\n[A-Z_]+=|[a-z_]+=\\n[a-z_]+=)(?:\\n|\\z))|(?-i:(?:[A-Z.]+=\\n[A-Z.]+=|[a-z.]+=\\n[a-z.]+=)(?:\\n|\\z)))\n" +
	"line\t\t--mount=type=secret,\x00import[ \\t]+{[ \\t\\w,]+}[ \\t]+from[ \\t]+['\"][^'\"]+['\"]\n" +
	"\t\t[\\w.-]+:(?:[ \\t]*(?:\\||>[-+]?)\\s+)?[ \\t]*(?:\\{\\{[ \\t\\w\"|$:=,.-]+}}|\"\"|'')\n" +
	"match\t\t(kind:(?s:.)+\\n---\\n(?s:.)+\\bdata:|data:(?s:.)+\\n---\\n(?s:.)+\\bkind:)\n" +
	"\t\t33f!!lloppa\x00hal\\+9ooo_da!sY\x00^\\%\\S.*\\%$\n" +
	"\t\ts\\.[A-Za-z]{24}\n" +
	"\n" +
	"1password-secret-key\ta3-\t0\t0\t380\t0\t-1\t\t0\t\\bA3-[A-Z0-9]{6}-(?:(?:[A-Z0-9]{11})|(?:[A-Z0-9]{6}-[A-Z0-9]{5}))-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\\b\n" +
	"1password-service-account-token\tops_\t0\t0\t400\t0\t-1\t\t0\tops_eyJ[a-zA-Z0-9+/]{250,}={0,3}\n" +
	"adafruit-api-key\tadafruit\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:adafruit\x01[a-z0-9_-]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"adobe-client-id\tadobe\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:adobe\x01[a-f0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"adobe-client-secret\tp8e-\t0\t0\t200\t0\t-1\t\t0\t\\b(p8e-(?i)[a-z0-9]{32})(?:\\W|$)\n" +
	"age-secret-key\tage-secret-key-1\t0\t0\t0\t0\t-1\t\t0\tAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\n" +
	"airtable-api-key\tairtable\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:airtable\x01[a-z0-9]{17})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"airtable-personnal-access-token\tairtable\t0\t-1\t0\t0\t-1\t\t0\t\\b(pat[[:alnum:]]{14}\\.[a-f0-9]{64})\\b\n" +
	"algolia-api-key\talgolia\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:algolia\x01[a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"alibaba-access-key-id\tltai\t0\t0\t200\t0\t-1\t\t0\t\\b(LTAI(?i)[a-z0-9]{20})(?:\\W|$)\n" +
	"alibaba-secret-key\talibaba\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:alibaba\x01[a-z0-9]{30})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"anthropic-admin-api-key\tsk-ant-admin01\t0\t0\t0\t0\t-1\t\t0\t\\b(sk-ant-admin01-[a-zA-Z0-9_\\-]{93}AA)(?:\\W|$)\n" +
	"anthropic-api-key\tsk-ant-api03\t0\t0\t0\t0\t-1\t\t0\t\\b(sk-ant-api03-[a-zA-Z0-9_\\-]{93}AA)(?:\\W|$)\n" +
	"artifactory-api-key\takcp\t0\t0\t450\t0\t-1\t\t0\t\\bAKCp[A-Za-z0-9]{69}\\b\n" +
	"artifactory-reference-token\tcmvmd\t0\t0\t450\t0\t-1\t\t0\t\\bcmVmd[A-Za-z0-9]{59}\\b\n" +
	"asana-client-id\tasana\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:asana\x01[0-9]{16})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"asana-client-secret\tasana\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:asana\x01[a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"atlassian-api-token\tatlassian\x00confluence\x00jira\x00atatt3\t0\t0\t350\t50\t-1\t\t0\t(?i)(?:(?-i:ATLASSIAN|[Aa]tlassian)|(?-i:CONFLUENCE|[Cc]onfluence)|(?-i:JIRA|[Jj]ira)\x01[a-z0-9]{20}[a-f0-9]{4})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)|\\b(ATATT3[A-Za-z0-9_\\-=]{186})(?:[^\\w=-]|[=-]{1,3}(?:[^\\w=-]|$)|$)\n" +
	"authress-service-client-access-key\tsc_\x00ext_\x00scauth_\x00authress_\t0\t0\t200\t0\t-1\t\t0\t\\b((?:sc|ext|scauth|authress)_(?i)[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.(?-i:acc)[_-][a-z0-9-]{10,32}\\.[a-z0-9+/_=-]{30,120})(?:[^\\w+/=-]|[+/=-]{1,3}(?:[^\\w+/=-]|$)|$)\n" +
	"aws-access-token\ta3t\x00akia\x00asia\x00abia\x00acca\t0\t0\t300\t0\t-1\t17\t0\t\\b((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\\b\n" +
	"aws-amazon-bedrock-api-key-long-lived\tabsk\t0\t0\t300\t0\t-1\t\t0\t\\b(ABSK[A-Za-z0-9+/]{109,269}={0,2})(?:[^\\w+/]|[+/]{1,3}(?:[^\\w+/]|$)|$)\n" +
	"aws-amazon-bedrock-api-key-short-lived\tbedrock-api-key-\t0\t0\t300\t0\t-1\t\t0\tbedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t\n" +
	"azure-ad-client-secret\tq~\t4\t5\t300\t0\t-1\t\t0\t(?:^|[\\\\'\"\\x60\\s>=:(,)])([a-zA-Z0-9_~.]{3}\\dQ~[a-zA-Z0-9_~.-]{31,34})(?:$|[\\\\'\"\\x60\\s<),])\n" +
	"beamer-api-token\tbeamer\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:beamer\x01b_[a-z0-9=_\\-]{44})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"bitbucket-client-id\tbitbucket\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:bitbucket\x01[a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"bitbucket-client-secret\tbitbucket\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:bitbucket\x01[a-z0-9=_\\-]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"bittrex-access-key\tbittrex\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:bittrex\x01[a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"bittrex-secret-key\tbittrex\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:bittrex\x01[a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"cisco-meraki-api-key\tmeraki\t0\t0\t300\t100\t-1\t\t0\t(?i:(?:(?-i:[Mm]eraki|MERAKI))(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}([0-9a-f]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"clickhouse-cloud-api-secret-key\t4b1d\t0\t0\t300\t0\t-1\t\t0\t\\b(4b1d[A-Za-z0-9]{38})\\b\n" +
	"clojars-api-token\tclojars_\t0\t0\t200\t0\t-1\t\t0\t(?i)CLOJARS_[a-z0-9]{60}\n" +
	"cloudflare-api-key\tcloudflare\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:cloudflare\x01[a-z0-9_-]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"cloudflare-global-api-key\tcloudflare\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:cloudflare\x01[a-f0-9]{37})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"cloudflare-origin-ca-key\tcloudflare\x00v1.0-\t0\t0\t200\t0\t-1\t\t0\t\\b(v1\\.0-[a-f0-9]{24}-[a-f0-9]{146})(?:\\W|$)\n" +
	"codecov-access-token\tcodecov\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:codecov\x01[a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"cohere-api-token\tcohere\x00co_api_key\t0\t0\t400\t100\t-1\t\t0\t(?i:(?:cohere|CO_API_KEY)(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}([a-zA-Z0-9]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"coinbase-access-token\tcoinbase\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:coinbase\x01[a-z0-9_-]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"confluent-access-token\tconfluent\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:confluent\x01[a-z0-9]{16})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"confluent-secret-key\tconfluent\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:confluent\x01[a-z0-9]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"contentful-delivery-api-token\tcontentful\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:contentful\x01[a-z0-9=_\\-]{43})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"curl-auth-header\tcurl\t0\t0\t275\t0\t-1\t\t0\t\\bcurl\\b(?:.*?|.*?(?:[\\r\\n]{1,2}.*?){1,5})[ \\t\\n\\r](?:-H|--header)(?:=|[ \\t]{0,5})(?:\"(?i)(?:Authorization:[ \\t]{0,5}(?:Basic[ \\t]([a-z0-9+/]{8,}={0,3})|(?:Bearer|(?:Api-)?Token)[ \\t]([\\w=~@.+/-]{8,})|([\\w=~@.+/-]{8,}))|(?:(?:X-(?:[a-z]+-)?)?(?:Api-?)?(?:Key|Token)):[ \\t]{0,5}([\\w=~@.+/-]{8,}))\"|'(?i)(?:Authorization:[ \\t]{0,5}(?:Basic[ \\t]([a-z0-9+/]{8,}={0,3})|(?:Bearer|(?:Api-)?Token)[ \\t]([\\w=~@.+/-]{8,})|([\\w=~@.+/-]{8,}))|(?:(?:X-(?:[a-z]+-)?)?(?:Api-?)?(?:Key|Token)):[ \\t]{0,5}([\\w=~@.+/-]{8,}))')(?:\\B|\\s|\\z)\n" +
	"curl-auth-user\tcurl\t0\t0\t200\t0\t-1\t18\t0\t\\bcurl\\b(?:.*?|.*?(?:[\\r\\n]{1,2}.*?){1,5})[ \\t\\n\\r](?:-u|--user)(?:=|[ \\t]{0,5})(\"(:[^\"]{3,}|[^:\"]{3,}:|[^:\"]{3,}:[^\"]{3,})\"|'([^:']{3,}:[^']{3,})'|((?:\"[^\"]{3,}\"|'[^']{3,}'|[\\w$@.-]+):(?:\"[^\"]{3,}\"|'[^']{3,}'|[\\w${}@.-]+)))(?:\\s|\\z)\n" +
	"databricks-api-token\tdapi\t0\t0\t300\t0\t-1\t\t0\t\\b(dapi[a-f0-9]{32}(?:-\\d)?)(?:\\W|$)\n" +
	"datadog-access-token\tdatadog\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:datadog\x01[a-z0-9]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"defined-networking-api-token\tdnkey\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:dnkey\x01dnkey-[a-z0-9=_\\-]{26}-[a-z0-9=_\\-]{52})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"digitalocean-access-token\tdoo_v1_\t0\t0\t300\t0\t-1\t\t0\t\\b(doo_v1_[a-f0-9]{64})(?:\\W|$)\n" +
	"digitalocean-pat\tdop_v1_\t0\t0\t300\t0\t-1\t\t0\t\\b(dop_v1_[a-f0-9]{64})(?:\\W|$)\n" +
	"digitalocean-refresh-token\tdor_v1_\t0\t0\t0\t0\t-1\t\t0\t(?i)\\b(dor_v1_[a-f0-9]{64})(?:\\W|$)\n" +
	"discord-api-token\tdiscord\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:discord\x01[a-f0-9]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"discord-client-id\tdiscord\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:discord\x01[0-9]{18})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"discord-client-secret\tdiscord\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:discord\x01[a-z0-9=_\\-]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"doppler-api-token\tdp.pt.\t0\t0\t200\t0\t-1\t\t0\tdp\\.pt\\.(?i)[a-z0-9]{43}\n" +
	"droneci-access-token\tdroneci\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:droneci\x01[a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"dropbox-api-token\tdropbox\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:dropbox\x01[a-z0-9]{15})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"dropbox-long-lived-api-token\tdropbox\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:dropbox\x01[a-z0-9]{11}(AAAAAAAAAA)[a-z0-9\\-_=]{43})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"dropbox-short-lived-api-token\tdropbox\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:dropbox\x01sl\\.[a-z0-9\\-=_]{135})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"duffel-api-token\tduffel_\t0\t0\t200\t0\t-1\t\t0\tduffel_(?:test|live)_(?i)[a-z0-9_\\-=]{43}\n" +
	"dynatrace-api-token\tdt0c01.\t0\t0\t400\t0\t-1\t\t0\tdt0c01\\.(?i)[a-z0-9]{24}\\.[a-z0-9]{64}\n" +
	"easypost-api-token\tezak\t0\t0\t200\t0\t-1\t\t0\t\\bEZAK(?i)[a-z0-9]{54}\\b\n" +
	"easypost-test-api-token\teztk\t0\t0\t200\t0\t-1\t\t0\t\\bEZTK(?i)[a-z0-9]{54}\\b\n" +
	"etsy-access-token\tetsy\t0\t0\t300\t50\t-1\t\t0\t(?i)(?:(?-i:ETSY|[Ee]tsy)\x01[a-z0-9]{24})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"facebook-access-token\tfacebook\t0\t-1\t300\t0\t-1\t\t0\t(?i)\\b(\\d{15,16}(\\||%)[0-9a-z\\-_]{27,40})(?:[^\\w-]|[-]{1,3}(?:[^\\w-]|$)|$)\n" +
	"facebook-page-access-token\teaam\x00eaac\t0\t0\t400\t0\t-1\t\t0\t\\b(EAA[MC](?i)[a-z0-9]{100,})(?:\\W|$)\n" +
	"facebook-secret\tfacebook\t0\t0\t300\t50\t-1\t\t0\t(?i)(?:facebook\x01[a-f0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"fastly-api-token\tfastly\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:fastly\x01[a-z0-9=_\\-]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"finicity-api-token\tfinicity\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:finicity\x01[a-f0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"finicity-client-secret\tfinicity\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:finicity\x01[a-z0-9]{20})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"finnhub-access-token\tfinnhub\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:finnhub\x01[a-z0-9]{20})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"flickr-access-token\tflickr\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:flickr\x01[a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"flutterwave-encryption-key\tflwseck_test\t0\t0\t200\t0\t-1\t\t0\tFLWSECK_TEST-(?i)[a-h0-9]{12}\n" +
	"flutterwave-public-key\tflwpubk_test\t0\t0\t200\t0\t-1\t\t0\tFLWPUBK_TEST-(?i)[a-h0-9]{32}-X\n" +
	"flutterwave-secret-key\tflwseck_test\t0\t0\t200\t0\t-1\t\t0\tFLWSECK_TEST-(?i)[a-h0-9]{32}-X\n" +
	"flyio-access-token\tfo1_\x00fm1\x00fm2_\t0\t-1\t400\t0\t-1\t\t0\t\\b((?:fo1_[\\w-]{43}|fm1[ar]_[a-zA-Z0-9+\\/]{100,}={0,3}|fm2_[a-zA-Z0-9+\\/]{100,}={0,3}))(?:[^\\w+/]|[+/]{1,3}(?:[^\\w+/]|$)|$)\n" +
	"frameio-api-token\tfio-u-\t0\t0\t0\t0\t-1\t\t0\tfio-u-(?i)[a-z0-9\\-_=]{64}\n" +
	"freemius-secret-key\tsecret_key\t1\t1\t0\t0\t-1\t\t2\t(?i)[\"']secret_key[\"']\\s*=>\\s*[\"'](sk_[\\S]{29})[\"']\n" +
	"freshbooks-access-token\tfreshbooks\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:freshbooks\x01[a-z0-9]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"gcp-api-key\taiza\t0\t0\t400\t0\t-1\t19\t0\t\\b(AIza[\\w-]{35})(?:[^\\w-]|[-]{1,3}(?:[^\\w-]|$)|$)\n" +
	"generic-api-key\taccess\x00api\x00auth\x00key\x00credential\x00creds\x00passwd\x00password\x00secret\x00token\t0\t0\t350\t50\t-1\t20\x0021\x0022\t1\t(?i)(?:access|auth|(?-i:[Aa]pi|API)|credential|creds|key|passw(?:or)?d|secret|token\x01[\\w.=-]{10,150}|[a-z0-9][a-z0-9+/]{11,}={0,3})\x02\n" +
	"github-app-token\tghu_\x00ghs_\t0\t0\t300\t0\t-1\t\t0\t(?:ghu|ghs)_[0-9a-zA-Z]{36}\n" +
	"github-fine-grained-pat\tgithub_pat_\t0\t0\t300\t0\t-1\t\t0\tgithub_pat_\\w{82}\n" +
	"github-oauth\tgho_\t0\t0\t300\t0\t-1\t\t0\tgho_[0-9a-zA-Z]{36}\n" +
	"github-pat\tghp_\t0\t0\t300\t0\t-1\t\t0\tghp_[0-9a-zA-Z]{36}\n" +
	"github-refresh-token\tghr_\t0\t0\t300\t0\t-1\t\t0\tghr_[0-9a-zA-Z]{36}\n" +
	"gitlab-cicd-job-token\tglcbt-\t0\t0\t300\t0\t-1\t\t0\tglcbt-[0-9a-zA-Z]{1,5}_[0-9a-zA-Z_-]{20}\n" +
	"gitlab-deploy-token\tgldt-\t0\t0\t300\t0\t-1\t\t0\tgldt-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-feature-flag-client-token\tglffct-\t0\t0\t300\t0\t-1\t\t0\tglffct-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-feed-token\tglft-\t0\t0\t300\t0\t-1\t\t0\tglft-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-incoming-mail-token\tglimt-\t0\t0\t300\t0\t-1\t\t0\tglimt-[0-9a-zA-Z_\\-]{25}\n" +
	"gitlab-kubernetes-agent-token\tglagent-\t0\t0\t300\t0\t-1\t\t0\tglagent-[0-9a-zA-Z_\\-]{50}\n" +
	"gitlab-oauth-app-secret\tgloas-\t0\t0\t300\t0\t-1\t\t0\tgloas-[0-9a-zA-Z_\\-]{64}\n" +
	"gitlab-pat\tglpat-\t0\t0\t300\t0\t-1\t\t0\tglpat-[\\w-]{20}\n" +
	"gitlab-pat-routable\tglpat-\t0\t0\t400\t0\t-1\t\t0\t\\bglpat-[0-9a-zA-Z_-]{27,300}\\.[0-9a-z]{2}[0-9a-z]{7}\\b\n" +
	"gitlab-ptt\tglptt-\t0\t0\t300\t0\t-1\t\t0\tglptt-[0-9a-f]{40}\n" +
	"gitlab-rrt\tgr1348941\t0\t0\t300\t0\t-1\t\t0\tGR1348941[\\w-]{20}\n" +
	"gitlab-runner-authentication-token\tglrt-\t0\t0\t300\t0\t-1\t\t0\tglrt-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-runner-authentication-token-routable\tglrt-\t0\t0\t400\t0\t-1\t\t0\t\\bglrt-t\\d_[0-9a-zA-Z_\\-]{27,300}\\.[0-9a-z]{2}[0-9a-z]{7}\\b\n" +
	"gitlab-scim-token\tglsoat-\t0\t0\t300\t0\t-1\t\t0\tglsoat-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-session-cookie\t_gitlab_session=\t0\t0\t300\t0\t-1\t\t0\t_gitlab_session=[0-9a-z]{32}\n" +
	"gitter-access-token\tgitter\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:gitter\x01[a-z0-9_-]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"gocardless-api-token\tlive_\x00gocardless\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:gocardless\x01live_(?i)[a-z0-9\\-_=]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"grafana-api-key\teyjrijoi\t0\t0\t300\t0\t-1\t\t0\t(?i)\\b(eyJrIjoi[A-Za-z0-9]{70,400}={0,3})(?:\\W|$)\n" +
	"grafana-cloud-api-token\tglc_\t0\t0\t300\t0\t-1\t\t0\t(?i)\\b(glc_[A-Za-z0-9+/]{32,400}={0,3})(?:[^\\w+/]|[+/]{1,3}(?:[^\\w+/]|$)|$)\n" +
	"grafana-service-account-token\tglsa_\t0\t0\t300\t0\t-1\t\t0\t(?i)\\b(glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})(?:\\W|$)\n" +
	"harness-api-key\tpat.\x00sat.\t0\t0\t0\t0\t-1\t\t0\t(?:pat|sat)\\.[a-zA-Z0-9_-]{22}\\.[a-zA-Z0-9]{24}\\.[a-zA-Z0-9]{20}\n" +
	"hashicorp-tf-api-token\tatlasv1\t15\t57\t350\t0\t-1\t\t0\t(?i)[a-z0-9]{14}\\.(?-i:atlasv1)\\.[a-z0-9\\-_=]{60,70}\n" +
	"hashicorp-tf-password\tadministrator_login_password\x00password\t0\t0\t200\t50\t-1\t\t2\t(?i)(?:administrator_login_password|password\x01\"[a-z0-9=_\\-]{8,20}\")\x02\n" +
	"heroku-api-key\theroku\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:heroku\x01\x03)(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"heroku-api-key-v2\thrku-aa\t0\t0\t400\t0\t-1\t\t0\t\\b((HRKU-AA[0-9a-zA-Z_-]{58}))(?:[^\\w-]|[-]{1,3}(?:[^\\w-]|$)|$)\n" +
	"hubspot-api-key\thubspot\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:hubspot\x01[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"huggingface-access-token\thf_\t0\t0\t200\t0\t-1\t\t0\t\\b(hf_(?i:[a-z]{34}))(?:\\W|$)\n" +
	"huggingface-organization-api-token\tapi_org_\t0\t0\t200\t0\t-1\t\t0\t\\b(api_org_(?i:[a-z]{34}))(?:\\W|$)\n" +
	"infracost-api-token\tico-\t0\t0\t300\t0\t-1\t\t0\t\\b(ico-[a-zA-Z0-9]{32})(?:\\W|$)\n" +
	"intercom-api-key\tintercom\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:intercom\x01[a-z0-9=_\\-]{60})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"intra42-client-secret\tintra\x00s-s4t2ud-\x00s-s4t2af-\t0\t0\t300\t0\t-1\t\t0\t\\b(s-s4t2(?:ud|af)-(?i)[abcdef0123456789]{64})(?:\\W|$)\n" +
	"jfrog-api-key\tjfrog\x00artifactory\x00bintray\x00xray\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:jfrog|artifactory|bintray|xray\x01[a-z0-9]{73})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"jfrog-identity-token\tjfrog\x00artifactory\x00bintray\x00xray\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:jfrog|artifactory|bintray|xray\x01[a-z0-9]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"jwt\tey\t0\t0\t300\t0\t-1\t\t0\t\\b(ey[a-zA-Z0-9]{17,}\\.ey[a-zA-Z0-9\\/\\\\_-]{17,}\\.(?:[a-zA-Z0-9\\/\\\\_-]{10,}={0,2})?)(?:[^\\w/-]|[/-]{1,3}(?:[^\\w/-]|$)|$)\n" +
	"jwt-base64\tzxlk\t0\t0\t200\t0\t0\t\t0\t\\bZXlK(?:(?P<alg>aGJHY2lPaU)|(?P<apu>aGNIVWlPaU)|(?P<apv>aGNIWWlPaU)|(?P<aud>aGRXUWlPaU)|(?P<b64>aU5qUWlP)|(?P<crit>amNtbDBJanBi)|(?P<cty>amRIa2lPaU)|(?P<epk>bGNHc2lPbn)|(?P<enc>bGJtTWlPaU)|(?P<jku>cWEzVWlPaU)|(?P<jwk>cWQyc2lPb)|(?P<iss>cGMzTWlPaU)|(?P<iv>cGRpSTZJ)|(?P<kid>cmFXUWlP)|(?P<key_ops>clpYbGZiM0J6SWpwY)|(?P<kty>cmRIa2lPaUp)|(?P<nonce>dWIyNWpaU0k2)|(?P<p2c>d01tTWlP)|(?P<p2s>d01uTWlPaU)|(?P<ppt>d2NIUWlPaU)|(?P<sub>emRXSWlPaU)|(?P<svt>emRuUWlP)|(?P<tag>MFlXY2lPaU)|(?P<typ>MGVYQWlPaUp)|(?P<url>MWNtd2l)|(?P<use>MWMyVWlPaUp)|(?P<ver>MlpYSWlPaU)|(?P<version>MlpYSnphVzl1SWpv)|(?P<x>NElqb2)|(?P<x5c>NE5XTWlP)|(?P<x5t>NE5YUWlPaU)|(?P<x5ts256>NE5YUWpVekkxTmlJNkl)|(?P<x5u>NE5YVWlPaU)|(?P<zip>NmFYQWlPaU))[a-zA-Z0-9\\/\\\\_+\\-\\r\\n]{40,}={0,2}\n" +
	"kraken-access-token\tkraken\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:kraken\x01[a-z0-9\\/=_\\+\\-]{80,90})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"kubernetes-secret-yaml\tsecret\t0\t-1\t0\t0\t-1\t23\x0024\t2\t(?i)(?:\\bkind:[ \\t]*[\"']?\\bsecret\\b[\"']?(?s:.){0,200}?\\bdata:(?s:.){0,100}?\\s+([\\w.-]+:(?:[ \\t]*(?:\\||>[-+]?)\\s+)?[ \\t]*(?:[\"']?[a-z0-9+/]{10,}={0,3}[\"']?|\\{\\{[ \\t\\w\"|$:=,.-]+}}|\"\"|''))|\\bdata:(?s:.){0,100}?\\s+([\\w.-]+:(?:[ \\t]*(?:\\||>[-+]?)\\s+)?[ \\t]*(?:[\"']?[a-z0-9+/]{10,}={0,3}[\"']?|\\{\\{[ \\t\\w\"|$:=,.-]+}}|\"\"|''))(?s:.){0,200}?\\bkind:[ \\t]*[\"']?\\bsecret\\b[\"']?)\n" +
	"kucoin-access-token\tkucoin\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:kucoin\x01[a-f0-9]{24})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"kucoin-secret-key\tkucoin\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:kucoin\x01\x03)(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"launchdarkly-access-token\tlaunchdarkly\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:launchdarkly\x01[a-z0-9=_\\-]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"linear-api-key\tlin_api_\t0\t0\t200\t0\t-1\t\t0\tlin_api_(?i)[a-z0-9]{40}\n" +
	"linear-client-secret\tlinear\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:linear\x01[a-f0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"linkedin-client-id\tlinkedin\x00linked_in\x00linked-in\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:linked[_-]?in\x01[a-z0-9]{14})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"linkedin-client-secret\tlinkedin\x00linked_in\x00linked-in\t0\t0\t200\t50\t-1\t\t0\t(?i)(?:linked[_-]?in\x01[a-z0-9]{16})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"lob-api-key\ttest_\x00live_\t4\t109\t0\t50\t-1\t\t0\t(?i)(?:lob\x01(live|test)_[a-f0-9]{35})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"lob-pub-api-key\ttest_pub\x00live_pub\x00_pub\t4\t109\t0\t50\t-1\t\t0\t(?i)(?:lob\x01(test|live)_pub_[a-f0-9]{31})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"looker-client-id\tlooker\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:looker\x01[a-z0-9]{20})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"looker-client-secret\tlooker\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:looker\x01[a-z0-9]{24})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"mailchimp-api-key\tmailchimp\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:MailchimpSDK.initialize|mailchimp\x01[a-f0-9]{32}-us\\d\\d)(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"mailgun-private-api-token\tmailgun\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:mailgun\x01key-[a-f0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"mailgun-pub-key\tmailgun\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:mailgun\x01pubkey-[a-f0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"mailgun-signing-key\tmailgun\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:mailgun\x01[a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"mapbox-api-token\tmapbox\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:mapbox\x01pk\\.[a-z0-9]{60}\\.[a-z0-9]{22})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"mattermost-access-token\tmattermost\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:mattermost\x01[a-z0-9]{26})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"maxmind-license-key\t_mmk\t36\t36\t400\t0\t-1\t\t0\t\\b([A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)(?:\\W|$)\n" +
	"messagebird-api-token\tmessagebird\x00message-bird\x00message_bird\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:message[_-]?bird\x01[a-z0-9]{25})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"messagebird-client-id\tmessagebird\x00message-bird\x00message_bird\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:message[_-]?bird\x01\x03)(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"microsoft-teams-webhook\twebhook.office.com\x00webhookb2\x00incomingwebhook\t0\t-1\t0\t0\t0\t\t0\thttps://[a-z0-9]+\\.webhook\\.office\\.com/webhookb2/[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}@[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}/IncomingWebhook/[a-z0-9]{32}/[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}\n" +
	"netlify-access-token\tnetlify\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:netlify\x01[a-z0-9=_\\-]{40,46})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"new-relic-browser-api-token\tnrjs-\t9\t127\t0\t50\t-1\t\t0\t(?i)(?:new-relic|newrelic|new_relic\x01NRJS-[a-f0-9]{19})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"new-relic-insert-key\tnrii-\t9\t127\t0\t50\t-1\t\t0\t(?i)(?:new-relic|newrelic|new_relic\x01NRII-[a-z0-9-]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"new-relic-user-api-id\tnew-relic\x00newrelic\x00new_relic\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:new-relic|newrelic|new_relic\x01[a-z0-9]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"new-relic-user-api-key\tnrak\t9\t127\t0\t50\t-1\t\t0\t(?i)(?:new-relic|newrelic|new_relic\x01NRAK-[a-z0-9]{27})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"notion-api-token\tntn_\t0\t0\t400\t0\t-1\t\t0\t\\b(ntn_[0-9]{11}[A-Za-z0-9]{32}[A-Za-z0-9]{3})(?:\\W|$)\n" +
	"npm-access-token\tnpm_\t0\t0\t200\t0\t-1\t\t0\t(?i)\\b(npm_[a-z0-9]{36})(?:\\W|$)\n" +
	"nuget-config-password\t<add key=\t0\t0\t100\t0\t-1\t25\t2\t(?i)<add key=\\\"(?:(?:ClearText)?Password)\\\"\\s*value=\\\"(.{8,})\\\"\\s*/>\n" +
	"nytimes-access-token\tnytimes\x00new-york-times\x00newyorktimes\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:nytimes|new-york-times,|newyorktimes\x01[a-z0-9=_\\-]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"octopus-deploy-api-key\tapi-\t0\t0\t300\t0\t-1\t\t0\t\\b(API-[A-Z0-9]{26})(?:\\W|$)\n" +
	"okta-access-token\tokta\t0\t0\t400\t100\t-1\t\t0\t(?i:(?:(?-i:[Oo]kta|OKTA))(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}(00[\\w=\\-]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"openai-api-key\tt3blbkfj\t23\t85\t300\t0\t-1\t\t0\t\\b(sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})T3BlbkFJ(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})\\b|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20})(?:\\W|$)\n" +
	"openshift-user-token\tsha256~\t0\t0\t350\t0\t-1\t\t0\t\\b(sha256~[\\w-]{43})(?:[^\\w-]|\\z)\n" +
	"perplexity-api-key\tpplx-\t0\t0\t400\t0\t-1\t\t0\t\\b(pplx-[a-zA-Z0-9]{48})(?:[\\x60'\"\\s;]|\\\\[nr]|$|\\b)\n" +
	"plaid-api-token\tplaid\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:plaid\x01access-(?:sandbox|development|production)-\x03)(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"plaid-client-id\tplaid\t0\t0\t350\t50\t-1\t\t0\t(?i)(?:plaid\x01[a-z0-9]{24})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"plaid-secret-key\tplaid\t0\t0\t350\t50\t-1\t\t0\t(?i)(?:plaid\x01[a-z0-9]{30})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"planetscale-api-token\tpscale_tkn_\t0\t0\t300\t0\t-1\t\t0\t\\b(pscale_tkn_(?i)[\\w=\\.-]{32,64})(?:[^\\w.=-]|[.=-]{1,3}(?:[^\\w.=-]|$)|$)\n" +
	"planetscale-oauth-token\tpscale_oauth_\t0\t0\t300\t0\t-1\t\t0\t\\b(pscale_oauth_[\\w=\\.-]{32,64})(?:[^\\w.=-]|[.=-]{1,3}(?:[^\\w.=-]|$)|$)\n" +
	"planetscale-password\tpscale_pw_\t0\t0\t300\t0\t-1\t\t0\t(?i)\\b(pscale_pw_(?i)[\\w=\\.-]{32,64})(?:[^\\w.=-]|[.=-]{1,3}(?:[^\\w.=-]|$)|$)\n" +
	"postman-api-token\tpmak-\t0\t0\t300\t0\t-1\t\t0\t\\b(PMAK-(?i)[a-f0-9]{24}\\-[a-f0-9]{34})(?:\\W|$)\n" +
	"prefect-api-token\tpnu_\t0\t0\t200\t0\t-1\t\t0\t\\b(pnu_[a-zA-Z0-9]{36})(?:\\W|$)\n" +
	"private-key\t-----begin\t0\t0\t0\t0\t-1\t\t0\t(?i)-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----[\\s\\S-]{64,}?KEY(?: BLOCK)?-----\n" +
	"privateai-api-token\tprivateai\x00private_ai\x00private-ai\t0\t0\t300\t100\t-1\t\t0\t(?i:(?:private[_-]?ai)(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}([a-z0-9]{32})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"pulumi-api-token\tpul-\t0\t0\t200\t0\t-1\t\t0\t\\b(pul-[a-f0-9]{40})(?:\\W|$)\n" +
	"pypi-upload-token\tpypi-ageichlwas5vcmc\t0\t0\t300\t0\t-1\t\t0\tpypi-AgEIcHlwaS5vcmc[\\w-]{50,1000}\n" +
	"rapidapi-access-token\trapidapi\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:rapidapi\x01[a-z0-9_-]{50})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"readme-api-token\trdme_\t0\t0\t200\t0\t-1\t\t0\t\\b(rdme_[a-z0-9]{70})(?:\\W|$)\n" +
	"rubygems-api-token\trubygems_\t0\t0\t200\t0\t-1\t\t0\t\\b(rubygems_[a-f0-9]{48})(?:\\W|$)\n" +
	"scalingo-api-token\ttk-us-\t0\t0\t200\t0\t-1\t\t0\t\\b(tk-us-[\\w-]{48})(?:[^\\w-]|[-]{1,3}(?:[^\\w-]|$)|$)\n" +
	"sendbird-access-id\tsendbird\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:sendbird\x01\x03)(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"sendbird-access-token\tsendbird\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:sendbird\x01[a-f0-9]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"sendgrid-api-token\tsg.\t0\t0\t200\t0\t-1\t\t0\t\\b(SG\\.(?i)[a-z0-9=_\\-\\.]{66})(?:[^\\w.=-]|[.=-]{1,3}(?:[^\\w.=-]|$)|$)\n" +
	"sendinblue-api-token\txkeysib-\t0\t0\t200\t0\t-1\t\t0\t\\b(xkeysib-[a-f0-9]{64}\\-(?i)[a-z0-9]{16})(?:\\W|$)\n" +
	"sentry-access-token\tsentry\t0\t0\t300\t50\t-1\t\t0\t(?i)(?:sentry\x01[a-f0-9]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"sentry-org-token\tsntrys_eyjpyxqio\t0\t0\t450\t0\t-1\t\t0\t\\bsntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}={0,2}_[a-zA-Z0-9+/]{43}(?:[^a-zA-Z0-9+/]|\\z)\n" +
	"sentry-user-token\tsntryu_\t0\t0\t350\t0\t-1\t\t0\t\\b(sntryu_[a-f0-9]{64})(?:\\W|$)\n" +
	"settlemint-application-access-token\tsm_aat\t0\t0\t300\t0\t-1\t\t0\t\\b(sm_aat_[a-zA-Z0-9]{16})(?:\\W|$)\n" +
	"settlemint-personal-access-token\tsm_pat\t0\t0\t300\t0\t-1\t\t0\t\\b(sm_pat_[a-zA-Z0-9]{16})(?:\\W|$)\n" +
	"settlemint-service-access-token\tsm_sat\t0\t0\t300\t0\t-1\t\t0\t\\b(sm_sat_[a-zA-Z0-9]{16})(?:\\W|$)\n" +
	"shippo-api-token\tshippo_\t0\t0\t200\t0\t-1\t\t0\t\\b(shippo_(?:live|test)_[a-fA-F0-9]{40})(?:\\W|$)\n" +
	"shopify-access-token\tshpat_\t0\t0\t200\t0\t-1\t\t0\tshpat_[a-fA-F0-9]{32}\n" +
	"shopify-custom-access-token\tshpca_\t0\t0\t200\t0\t-1\t\t0\tshpca_[a-fA-F0-9]{32}\n" +
	"shopify-private-app-access-token\tshppa_\t0\t0\t200\t0\t-1\t\t0\tshppa_[a-fA-F0-9]{32}\n" +
	"shopify-shared-secret\tshpss_\t0\t0\t200\t0\t-1\t\t0\tshpss_[a-fA-F0-9]{32}\n" +
	"sidekiq-secret\tbundle_enterprise__contribsys__com\x00bundle_gems__contribsys__com\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:BUNDLE_ENTERPRISE__CONTRIBSYS__COM|BUNDLE_GEMS__CONTRIBSYS__COM\x01[a-f0-9]{8}:[a-f0-9]{8})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"sidekiq-sensitive-url\tgems.contribsys.com\x00enterprise.contribsys.com\t0\t-1\t0\t0\t-1\t\t0\t(?i)\\bhttps?://([a-f0-9]{8}:[a-f0-9]{8})@(?:gems.contribsys.com|enterprise.contribsys.com)(?:[\\/|\\#|\\?|:]|$)\n" +
	"slack-app-token\txapp\t0\t0\t200\t0\t-1\t\t0\t(?i)xapp-\\d-[A-Z0-9]+-\\d+-[a-z0-9]+\n" +
	"slack-bot-token\txoxb\t0\t0\t300\t0\t-1\t\t0\txoxb-[0-9]{10,13}-[0-9]{10,13}[a-zA-Z0-9-]*\n" +
	"slack-config-access-token\txoxe.xoxb-\x00xoxe.xoxp-\t0\t-1\t200\t0\t-1\t\t0\t(?i)xoxe.xox[bp]-\\d-[A-Z0-9]{163,166}\n" +
	"slack-config-refresh-token\txoxe-\t0\t0\t200\t0\t-1\t\t0\t(?i)xoxe-\\d-[A-Z0-9]{146}\n" +
	"slack-legacy-bot-token\txoxb\t0\t0\t200\t0\t-1\t\t0\txoxb-[0-9]{8,14}-[a-zA-Z0-9]{18,26}\n" +
	"slack-legacy-token\txoxo\x00xoxs\t0\t0\t200\t0\t-1\t\t0\txox[os]-\\d+-\\d+-\\d+-[a-fA-F\\d]+\n" +
	"slack-legacy-workspace-token\txoxa\x00xoxr\t0\t0\t200\t0\t-1\t\t0\txox[ar]-(?:\\d-)?[0-9a-zA-Z]{8,48}\n" +
	"slack-user-token\txoxp-\x00xoxe-\t0\t-1\t200\t0\t-1\t\t0\txox[pe](?:-[0-9]{10,13}){3}-[a-zA-Z0-9-]{28,34}\n" +
	"slack-webhook-url\thooks.slack.com\t0\t-1\t0\t0\t-1\t\t0\t(?:https?://)?hooks.slack.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,56}\n" +
	"snyk-api-token\tsnyk\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:snyk[_.-]?(?:(?:api|oauth)[_.-]?)?(?:key|token)\x01\x03)(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"sonar-api-token\tsonar\t0\t0\t0\t50\t2\t\t0\t(?i)(?:sonar[_.-]?(login|token)\x01(?:squ_|sqp_|sqa_)?[a-z0-9=_\\-]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"sourcegraph-access-token\tsgp_\x00sourcegraph\t0\t-1\t300\t0\t-1\t\t0\t(?i)\\b(\\b(sgp_(?:[a-fA-F0-9]{16}|local)_[a-fA-F0-9]{40}|sgp_[a-fA-F0-9]{40}|[a-fA-F0-9]{40})\\b)(?:\\W|$)\n" +
	"square-access-token\tsq0atp-\x00eaaa\t0\t0\t200\t0\t-1\t\t0\t\\b((?:EAAA|sq0atp-)[\\w-]{22,60})(?:[^\\w-]|[-]{1,3}(?:[^\\w-]|$)|$)\n" +
	"squarespace-access-token\tsquarespace\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:squarespace\x01\x03)(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"stripe-access-token\tsk_test\x00sk_live\x00sk_prod\x00rk_test\x00rk_live\x00rk_prod\t0\t0\t200\t0\t-1\t\t0\t\\b((?:sk|rk)_(?:test|live|prod)_[a-zA-Z0-9]{10,99})(?:\\W|$)\n" +
	"sumologic-access-id\tsumo\t0\t0\t300\t100\t-1\t\t0\t(?i:(?:(?-i:[Ss]umo|SUMO))(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}(su[a-zA-Z0-9]{12})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"sumologic-access-token\tsumo\t0\t0\t300\t50\t-1\t\t0\t(?i)(?:(?-i:[Ss]umo|SUMO)\x01[a-z0-9]{64})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"telegram-bot-api-token\ttelegr\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:telegr\x01[0-9]{5,16}:(?-i:A)[a-z0-9_\\-]{34})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"travisci-access-token\ttravis\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:travis\x01[a-z0-9]{22})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"twilio-api-key\tsk\t0\t0\t300\t0\t-1\t\t0\tSK[0-9a-fA-F]{32}\n" +
	"twitch-api-token\ttwitch\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:twitch\x01[a-z0-9]{30})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"twitter-access-secret\ttwitter\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:twitter\x01[a-z0-9]{45})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"twitter-access-token\ttwitter\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:twitter\x01[0-9]{15,25}-[a-zA-Z0-9]{20,40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"twitter-api-key\ttwitter\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:twitter\x01[a-z0-9]{25})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"twitter-api-secret\ttwitter\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:twitter\x01[a-z0-9]{50})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"twitter-bearer-token\ttwitter\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:twitter\x01A{22}[a-zA-Z0-9%]{80,100})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"typeform-api-token\ttfp_\t9\t124\t0\t50\t-1\t\t0\t(?i)(?:typeform\x01tfp_[a-z0-9\\-_\\.=]{59})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"vault-batch-token\thvb.\t0\t0\t400\t0\t-1\t\t0\t\\b(hvb\\.[\\w-]{138,300})(?:[^\\w-]|[-]{1,3}(?:[^\\w-]|$)|$)\n" +
	"vault-service-token\thvs.\x00s.\t0\t0\t350\t0\t-1\t26\t0\t\\b((?:hvs\\.[\\w-]{90,120}|s\\.(?i:[a-z0-9]{24})))(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"yandex-access-token\tyandex\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:yandex\x01t1\\.[A-Z0-9a-z_-]+[=]{0,2}\\.[A-Z0-9a-z_-]{86}[=]{0,2})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"yandex-api-key\tyandex\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:yandex\x01AQVN[A-Za-z0-9_\\-]{35,38})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"yandex-aws-access-token\tyandex\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:yandex\x01YC[a-zA-Z0-9_\\-]{38})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"zendesk-secret-key\tzendesk\t0\t0\t0\t50\t-1\t\t0\t(?i)(?:zendesk\x01[a-z0-9]{40})(?:[\\x60'\"\\s;,)\\]}<>&|*?#…\\\\%]|[.:]+(?:\\s|$)|$)\n" +
	"url-password\t://\t2\t21\t0\t0\t1\t1\t3\t[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\\s/:@\"'<>\\\\]*:([^\\s/@\"'<>\\\\]{3,})@\n" +
	"authorization-header\tauthorization\x00bearer\t0\t0\t250\t0\t1\t15\t3\t(?i)(?:authorization\\\\{0,3}[\"']?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\{0,3}[\"']?(?:bearer|basic|token|apikey)|bearer)[ \\t]{1,4}[`*]{0,2}([A-Za-z0-9._~+/=-]{12,})\n" +
	"service-key\tcfpat-\x00aqvn\x00akid\x00aio_\x00llx-\x00m0-\x00esecret_\x00apify_api_\x00luma-\x00tfp_\x00csk-\x00rlc-\x00rpa_\x00syt_\x00sk_\x00eyjhijoi\x00k00\x00lin_\x00opk_\x00tk-us-\x00sm_\x00igqv\x00secret-\x00secret_\x00signkey-\x00dg9ro\x00retool_\x00live_\t0\t0\t350\t0\t-1\t15\x0014\t0\t\\b((?:CFPAT-|AQVN|AKID|aio_|llx-|m0-|esecret_|apify_api_|luma-|tfp_|csk-|rlc-|rpa_|syt_|sk_|eyJhIjoi|K00|lin_|opk_|tk-us-|sm_|IGQV|secret[-_]|signkey-|dG9rO|retool_|live_)[\\w+/-]{26,})\n" +
	"hubspot-token\tpat-\t0\t0\t0\t0\t-1\t\t0\t\\b(pat-[a-z]{2}\\d-\x03)\n" +
	"firebase-key\t:apa91b\t11\t11\t0\t0\t-1\t\t0\t\\b(AAAA[\\w-]{7}:APA91b[\\w-]{100,})\n" +
	"azure-devops-key\tjqqj9\x00azdo\t52\t76\t0\t0\t-1\t\t0\t\\b([A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})\\b\n" +
	"anthropic-key\tsk-ant-\t0\t0\t0\t0\t-1\t15\t0\t\\b(sk-ant-[a-z]{2,8}\\d\\d-[\\w-]{40,})\n" +
	"openai-key\tsk-\t0\t0\t300\t0\t-1\t15\t0\t\\b(sk-(?:proj|svcacct|admin|service|None)-[\\w-]{20,})\n" +
	"sk-key\tsk-\t0\t0\t300\t0\t-1\t15\t0\t\\b(sk-[A-Za-z0-9]{32,64})(?:[^\\w-]|$)\n" +
	"sk-vendor-key\tsk-\t0\t0\t350\t0\t-1\t15\x0014\t0\t\\b(sk-[a-z]{2,9}\\d{0,2}-(?:[a-z]{1,4}\\d?-)?[A-Za-z0-9][\\w-]{19,})\n" +
	"groq-api-key\tgsk_\t0\t0\t0\t0\t-1\t15\t0\t\\b(gsk_[A-Za-z0-9]{40,})\n" +
	"xai-api-key\txai-\t0\t0\t0\t0\t-1\t15\t0\t\\b(xai-[A-Za-z0-9]{60,})\n" +
	"pinecone-api-key\tpcsk_\t0\t0\t0\t0\t-1\t15\t0\t\\b(pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,})\n" +
	"nvidia-api-key\tnvapi-\t0\t0\t0\t0\t-1\t15\t0\t\\b(nvapi-[\\w-]{40,})\n" +
	"tavily-api-key\ttvly-\t0\t0\t0\t0\t-1\t15\t0\t\\b(tvly-(?:[a-z]{2,6}-)?[\\w-]{20,})\n" +
	"replicate-api-token\tr8_\t0\t0\t0\t0\t-1\t15\t0\t\\b(r8_[A-Za-z0-9]{37,40})\n" +
	"langsmith-api-key\tlsv2_\t0\t0\t0\t0\t-1\t15\t0\t\\b(lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{8,12})\n" +
	"huggingface-token\thf_\x00api_org_\t0\t0\t300\t0\t-1\t\t0\t\\b((?:hf|api_org)_[A-Za-z0-9]{30,})\n" +
	"fireworks-api-key\tfw_\t0\t0\t330\t0\t-1\t15\t0\t\\b(fw_[A-Za-z0-9]{20,})\n" +
	"together-api-key\ttgp_v1_\t0\t0\t0\t0\t-1\t15\t0\t\\b(tgp_v1_[\\w-]{40,})\n" +
	"sk-underscore-key\tsk_\t0\t0\t0\t0\t-1\t15\t0\t\\b(sk_[0-9a-f]{40,})\n" +
	"voyage-api-key\tpa-\t0\t0\t400\t0\t-1\t15\x0014\t0\t\\b(pa-[\\w-]{40,48})\n" +
	"jina-api-key\tjina_\t0\t0\t350\t0\t-1\t15\x0014\t0\t\\b(jina_[A-Za-z0-9_-]{40,})\n" +
	"firecrawl-api-key\tfc-\t0\t0\t0\t0\t-1\t15\t0\t\\b(fc-[0-9a-f]{32})(?:\\W|$)\n" +
	"brave-api-key\tbsa\t0\t0\t350\t0\t-1\t15\x0014\t0\t\\b(BSA[\\w-]{26,30})(?:[^\\w-]|$)\n" +
	"google-client-secret\tgocspx-\t0\t0\t0\t0\t-1\t\t0\t\\b(GOCSPX-[\\w-]{20,})\n" +
	"google-access-token\tya29.\t0\t0\t0\t0\t-1\t\t0\t\\b(ya29\\.[\\w.-]{40,})\n" +
	"google-refresh-token\t1//0\t0\t0\t0\t0\t-1\t15\t0\t\\b(1//0[\\w-]{40,})\n" +
	"docker-token\tdckr_\t0\t0\t0\t0\t-1\t15\t0\t\\b(dckr_(?:pat|oat)_[\\w-]{20,})\n" +
	"tailscale-key\ttskey-\t0\t0\t0\t0\t-1\t15\t0\t\\b(tskey-[a-z]{2,10}-[A-Za-z0-9]{8,}(?:-[A-Za-z0-9]{20,})?)\n" +
	"figma-token\tfigd_\x00figu_\x00figo_\x00figor\x00figur\x00figh_\x00figdh\x00figdr\x00figuh\x00figoh\x00fighr\x00fighh\t0\t0\t0\t0\t-1\t15\t0\t\\b(fig[duoh]r?h?_[\\w-]{36,})\n" +
	"atlassian-token\tatatt\x00atctt\x00atbb\x00atct\t0\t0\t350\t0\t-1\t15\t0\t\\b(AT(?:ATT|CTT|BB|CT)[\\w=-]{28,})\n" +
	"webhook-secret\twhsec_\t0\t0\t0\t0\t-1\t15\t0\t\\b(whsec_[A-Za-z0-9+/=]{24,})\n" +
	"square-token\teaaa\x00sq0\t0\t0\t350\t0\t-1\t15\t0\t\\b((?:EAAA|sq0[a-z]{3}-)[\\w-]{22,})\n" +
	"paypal-token\taccess_token$\t0\t0\t0\t0\t-1\t15\t0\t\\b(access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[0-9a-f]{32})\n" +
	"slack-token\txox\t0\t0\t0\t0\t-1\t15\t0\t\\b(xox[a-z](?:\\.xox[a-z])?-[\\w%+/=-]{24,})\n" +
	"slack-app\txapp-\t0\t0\t0\t0\t-1\t15\t0\t\\b(xapp-\\d-[A-Z0-9]+-\\d+-[a-f0-9]+)\n" +
	"slack-webhook\thooks.slack.com/\t0\t0\t0\t0\t-1\t15\t0\t\\b(hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/]{30,})\n" +
	"discord-bot-token\tdiscord\x00bot\x00.run(\x00login(\t0\t0\t350\t0\t-1\t15\t0\t(?i)(?:discord|bot|\\.run\\(|login\\()[\\w .:=\"`\\'(]{0,40}?\\b([MNO][A-Za-z\\d_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,45})\n" +
	"discord-webhook\tdiscord.com/api/webhooks\x00discordapp.com/api/webhooks\t0\t0\t0\t0\t-1\t\t0\tdiscord(?:app)?\\.com/api/webhooks/\\d{17,20}/([\\w-]{60,})\n" +
	"telegram-token\t:aa\t8\t10\t350\t0\t-1\t15\t0\t(\\d{8,10}:AA[\\w-]{32,34})(?:[^\\w-]|$)\n" +
	"supabase-key\tsb_secret_\x00sbp_\t0\t0\t300\t0\t-1\t15\t0\t\\b(sb(?:_secret|p)_[\\w-]{22,})\n" +
	"posthog-key\tphc_\x00phx_\x00phs_\t0\t0\t0\t0\t-1\t15\t0\t\\b(ph[cxs]_[A-Za-z0-9]{32,})\n" +
	"netlify-token\tnfp_\x00nfo_\x00nfc_\x00nfu_\x00nfb_\t0\t0\t0\t0\t-1\t15\t0\t\\b(nf[pocub]_[A-Za-z0-9]{36,})\n" +
	"circleci-token\tccipat_\x00cciprj_\t0\t0\t0\t0\t-1\t15\t0\t\\b(CCI(?:PAT|PRJ)_[A-Za-z0-9]{16,}_[0-9a-fA-F]{32,})\n" +
	"github-token\tghp_\x00gho_\x00ghu_\x00ghs_\x00ghr_\t0\t0\t300\t0\t-1\t15\t0\t\\b(gh[pousr]_[A-Za-z0-9]{36,})\n" +
	"gitlab-token\tglpat-\x00gldt-\x00glrt-\x00glrtr-\x00glptt-\x00glft-\x00gloas-\x00glimt-\x00glagent-\x00glsoat-\x00glffct-\x00glcbt-\x00glwt-\x00glssat-\t0\t0\t300\t0\t-1\t15\t0\t\\b(gl(?:pat|dt|rt|rtr|ptt|ft|oas|imt|agent|soat|ffct|cbt|wt|ssat)-[\\w.-]{20,})\n" +
	"pypi-token\tpypi-a\t0\t0\t0\t0\t-1\t15\t0\t\\b(pypi-A[\\w-]{80,})\n" +
	"crates-token\tcio\t0\t0\t350\t0\t-1\t15\t0\t\\b(cio[A-Za-z0-9]{32})(?:\\W|$)\n" +
	"nuget-key\toy2\t0\t0\t0\t0\t-1\t15\t0\t\\b(oy2[a-z0-9]{43})(?:\\W|$)\n" +
	"vercel-token\tvcp_\x00vck_\x00vcr_\x00vci_\x00vca_\x00vercel_blob_rw_\t0\t0\t300\t0\t-1\t15\t0\t\\b((?:vc[pkria]|vercel_blob_rw)_[A-Za-z0-9_]{24,})\n" +
	"cloudflare-token\tcfut_\x00cfat_\x00cfk_\t0\t0\t0\t0\t-1\t15\t0\t\\b(cf(?:ut|at|k)_[A-Za-z0-9]{40,})\n" +
	"fly-token\tfm1\x00fm2\x00fo1_\t0\t0\t300\t0\t-1\t15\t0\t\\b((?:fm[12][ar]?|fo1)_[\\w+/=-]{30,})\n" +
	"render-api-key\trnd_\t0\t0\t330\t0\t-1\t15\t0\t\\b(rnd_[A-Za-z0-9]{24,})\n" +
	"neon-api-key\tnapi_\x00neon_\x00npg_\t0\t0\t330\t0\t-1\t15\t0\t\\b((?:napi|neon|npg)_[A-Za-z0-9]{12,})\n" +
	"planetscale-token\tpscale_\t0\t0\t0\t0\t-1\t15\t0\t\\b(pscale_(?:tkn|pw|oauth)_[\\w.=-]{30,})\n" +
	"aws-session-token\tiqojb3jpz2lu\x00fwogzxivyxdz\x00fqogzxivyxdz\t0\t0\t0\t0\t-1\t\t0\t\\b((?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9+/=%_-]{80,})\n" +
	"aws-secret-key\taws\x00secret\t0\t0\t400\t0\t-1\t15\t0\t(?i)(?:aws|secret)[\\w .-]{0,20}?key(?: \\[None\\])?[\"\\'\\\\]{0,4}(?:\\s{0,3}(?:=>|[:=]|is)\\s{0,3}|\\s)[\"\\'\\\\]{0,4}([A-Za-z0-9+/]{40})(?:[^A-Za-z0-9+/=]|$)\n" +
	"azure-key\taccountkey=\x00accesskey=\t0\t6\t350\t0\t-1\t15\t0\t\\b(?:Account|SharedAccess|Access)Key=([A-Za-z0-9+/]{40,}={0,2})\n" +
	"azure-signature\tsig=\t1\t1\t350\t0\t-1\t15\t0\t[?&;]sig=([A-Za-z0-9%+/_-]{40,}(?:=|%3D)?)\n" +
	"azure-ad-secret\tq~\t4\t4\t0\t0\t-1\t15\t0\t\\b([A-Za-z0-9_~.-]{3}\\dQ~[\\w~.-]{31,34})\n" +
	"azure-devops-token\tdevops\x00_pat\x00ado\t0\t0\t350\t0\t-1\t15\t0\t(?i)(?:devops|_pat\\b|\\bado\\b)[\\w ,.:=\"\\'-]{0,40}?\\b([a-z0-9]{52}|[A-Za-z0-9]{84})(?:\\W|$)\n" +
	"sendgrid-key\tsg.\t0\t0\t350\t0\t-1\t15\t0\t\\b(SG\\.[\\w-]{20,24}\\.[\\w-]{39,50})\n" +
	"mailgun-key\tmailgun\t0\t0\t300\t0\t-1\t\t0\t(?i)mailgun[\\w .:=\"\\'-]{0,40}?\\b((?:key-)?[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?)(?:\\W|$)\n" +
	"mailchimp-key\t-us\t32\t32\t0\t0\t-1\t15\t0\t\\b([0-9a-f]{32}-us\\d{1,2})(?:\\W|$)\n" +
	"resend-api-key\tre_\t0\t0\t350\t0\t-1\t15\x0014\t0\t\\b(re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,})\n" +
	"sentry-token\tsntry\t0\t0\t0\t0\t-1\t15\t0\t\\b(sntr(?:ys|yu|ya|yi)_[\\w+/=-]{40,})\n" +
	"new-relic-key\tnrak-\x00nrii-\x00nrjs-\x00nrra-\x00nriq-\x00nraa-\t0\t0\t0\t0\t-1\t15\t0\t\\b(NR(?:AK|II|JS|RA|IQ|AA)-[A-Za-z0-9_-]{19,})\n" +
	"new-relic-license\tnral\t34\t42\t0\t0\t-1\t15\t0\t\\b([0-9a-f]{34,36}[0-9a-fA-F]{0,2}(?:NRAL|FFFFNRAL))\n" +
	"grafana-token\tglsa_\x00glc_\t0\t0\t300\t0\t-1\t15\t0\t\\b(gl(?:sa|c)_[A-Za-z0-9+/_=-]{32,})\n" +
	"linear-key\tlin_api_\x00lin_oauth_\x00lin_wh_\t0\t0\t0\t0\t-1\t15\t0\t\\b(lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,})\n" +
	"notion-token\tntn_\x00secret_\t0\t0\t350\t0\t-1\t15\t0\t\\b((?:ntn|secret)_[A-Za-z0-9]{40,50})(?:\\W|$)\n" +
	"airtable-token\tpat\t0\t0\t0\t0\t-1\t15\t0\t\\b(pat[A-Za-z0-9]{14}\\.[0-9a-f]{64})\n" +
	"asana-token\tasana\t0\t0\t0\t0\t-1\t\t0\t(?i)asana[\\w .:=\"\\'-]{0,30}?([012]/\\d{10,20}(?:/\\d{10,20})?:[0-9a-f]{32})\n" +
	"clickup-token\tpk_\t0\t0\t0\t0\t-1\t15\t0\t\\b(pk_\\d{6,9}_[A-Z0-9]{32})\n" +
	"vault-token\thvs.\x00hvb.\x00hvr.\t0\t0\t330\t0\t-1\t15\t0\t\\b(hv[sbr]\\.[\\w-]{20,})\n" +
	"doppler-token\tdp.\t0\t0\t0\t0\t-1\t15\t0\t\\b(dp\\.(?:st|pt|ct|sa|scim|audit|said)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,})\n" +
	"age-key\tage-secret-\x00age-plugin-\t0\t0\t0\t0\t-1\t15\t0\t\\b(AGE-(?:SECRET|PLUGIN)-[A-Z0-9-]{0,24}1[02-9A-Z]{50,})\n" +
	"wireguard-key\tprivate\x00preshared\t0\t0\t400\t0\t-1\t15\t0\t(?i)(?:private|preshared)[-_ ]?key\\s{0,3}[=:]\\s{0,3}[\"\\']?([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]?[A-Za-z0-9+/]?=)\n" +
	"launchdarkly-key\tsdk-\x00mob-\x00api-\x00xaat-\x00xapt-\t0\t0\t0\t0\t-1\t15\t0\t\\b((?:sdk|mob|api|xaat|xapt)-\x03)\n" +
	"sonar-token\tsqu_\x00sqp_\x00sqa_\t0\t0\t0\t0\t-1\t15\t0\t\\b(sq[upa]_[0-9a-f]{40})\n" +
	"postman-key\tpmak-\x00pmat-\t0\t0\t0\t0\t-1\t15\t0\t\\b(PM(?:AK|AT)-[A-Za-z0-9]{24,}(?:-[0-9a-f]{34})?)\n" +
	"sourcegraph-token\tsgp_\x00sgs_\x00sgd_\t0\t0\t0\t0\t-1\t15\t0\t\\b(sg[psd]_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40,})\n" +
	"buildkite-token\tbkua_\x00bkct_\x00bkt_\x00bkaj_\x00bkpi_\t0\t0\t0\t0\t-1\t15\t0\t\\b(bk(?:ua|ct|t|aj|pi)_[0-9a-zA-Z]{40,})\n" +
	"key-token\tkey_\x00pk_\t0\t0\t0\t0\t-1\t15\t0\t\\b((?:key|pk)_[0-9a-f]{34,})\n" +
	"context7-key\tctx7sk-\t0\t0\t0\t0\t-1\t15\t0\t\\b(ctx7sk-[\\w-]{20,})\n" +
	"e2b-key\te2b_\t0\t0\t0\t0\t-1\t15\t0\t\\b(e2b_[0-9a-f]{40,})\n" +
	"dropbox-token\tsl.\t0\t0\t0\t0\t-1\t15\t0\t\\b(sl\\.(?:u\\.)?[\\w-]{100,})\n" +
	"mapbox-token\tsk.eyj\x00pk.eyj\t0\t0\t0\t0\t-1\t15\t0\t\\b([sp]k\\.eyJ[\\w-]{20,}\\.[\\w-]{20,})\n" +
	"shopify-token\tshpat_\x00shpca_\x00shppa_\x00shpss_\x00shptka_\x00shpua_\t0\t0\t0\t0\t-1\t15\t0\t\\b(shp(?:at|ca|pa|ss|tka|ua)_[0-9a-fA-F]{32})\n" +
	"structured-key\t_live_\x00_test_\x00_prod_\x00_secret_\x00_pat_\x00_sk_\x00_api_\x00_oauth_\x00_admin_\x00_sandbox_\x00_oat_\x00_token_\x00_apikey_\t2\t12\t390\t0\t-1\t15\x0014\t0\t\\b([a-z][a-z0-9]{1,11}_(?:live|test|prod|secret|pat|sk|api|oauth|admin|sandbox|oat|token|apikey)_(?:[a-z]{2,8}_)?[A-Za-z0-9_]{20,})\n" +
	"wandb-login\twandb\t0\t0\t300\t0\t-1\t\t0\t(?i)wandb(?:\\.login\\(key=|[ \\t]+login)[ \\t]{0,3}(?:--[a-z=-]+[ \\t]+)?[\"\\']?([\\w-]{40,100})\n" +
	"json-web-token\teyj\x00eyk\t0\t0\t350\t0\t-1\t\t0\t(ey[JK][A-Za-z0-9_-]{10,}\\.(?:eyJ|[A-Za-z0-9_-]{0,400}\\.)[A-Za-z0-9_-]{10,}(?:\\.[A-Za-z0-9_-]{10,})*)\n" +
	"env-password\tpass\x00pwd\x00_pw\x00_secret\x00secret_key\t0\t1\t0\t0\t-1\t9\x008\x004\x0010\x007\t3\t(?:PASSWORD|PASSWD|PASSPHRASE|PASSWORT|[A-Z_]PASS|PWD|_PW|_SECRET|SECRET_KEY)[\"']?(?:=|[ \\t]=[ \\t]|:[ \\t]+)(?:\"([^\"\\n]{5,})\\n?\"|'([^'\\n]{5,})\\n?'|`([^`\\n]{5,})\\n?`|([^\\s\"'`$<>({\\[,;&|][^\\s\"'`;&|<>,(){}]{4,}))(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"named-password\tpass\x00pwd\x00psk\x00pw\t0\t1\t0\t0\t-1\t9\x008\x004\x0010\x007\x006\t3\t(?i)(?:(?:password|passwd|passphrase|passwort|passcode)(?:\\s?[\\[(][\\w ]{1,20}[\\])])?[\"'`*\\\\\\])}]{0,4}(?:\\s{0,3}(?:=>|[:|?]{0,2}=|[:|]|:\\s?[\\w&<>?' ]{1,16}=)\\s{0,3}|\\(|\\s(?:[\\w-]{1,16}\\s){0,4}(?:is:?\\s|was:?\\s|to\\s|be\\s|as\\s|[-→—–]\\s|[\\w-]{1,16}:\\s)|['’]s\\s)|(?:pwd|[_-]pass|(?-i:\\bpass)|\\bpsk|[_ -]pw|\\bpw)[\"'`*\\\\]{0,4}(?:\\s{0,3}(?:=>|:=|[:=])\\s{0,3}|\\sis:?\\s))[*\\\\]{0,3}(?:\"([^\"\\s]{5,})\\n?\"|'([^'\\s]{5,})\\n?'|`([^`\\s]{5,})\\n?`|([^\\s\"'`<>,;(){}\\[\\]$\\\\*][^\\s\"'`<>,;(){}\\[\\]\\\\|]{4,}))(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"passphrase\tpassphrase\x00password\x00passwd\x00pwd\t0\t0\t300\t0\t-1\t9\x0015\x0013\x008\t3\t(?i)(?:passphrase|password|passwd|pwd)[\"'`\\\\]{0,3}\\s{0,3}(?:=>|[:=]|is)\\s{0,3}[\"'`]([^\"'`\\n]{12,})\\n?[\"'`]\n" +
	"named-secret\tsecret\x00token\x00key\x00credential\x00authorization\t0\t1\t330\t0\t-1\t9\x008\x002\x0015\x0014\x003\x005\t3\t(?i)(?:secret|token|[a-z]key|[_ -]key|credential|authorization)s?(?:_(?:base|value|string|prod|dev|test|live|hash|key))?[\"'`*\\\\\\])}]{0,4}(?:\\s{0,3}(?:=>|[:|?]{0,2}=|[:|]|:\\s?[\\w&<>?' ]{1,16}=)\\s{0,3}|\\s(?:[\\w-]{1,16}\\s){0,3}is:?\\s|[\"']?,?\\s{0,3}value=)(?:bearer[ ]|base64:)?b?[\"'`*\\\\]{0,4}([A-Za-z0-9][A-Za-z0-9_+/=.~%-]{15,})(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"env-secret\tsecret\x00token\x00_key\x00apikey\x00_pat\x00credential\t0\t0\t300\t0\t-1\t9\x008\x002\x0015\x0014\x003\t3\t(?:SECRET|TOKEN|_KEY|APIKEY|_PAT|CREDENTIALS?)(?:_[A-Z0-9_]{1,30})?[\"']?(?:=|[ \\t]=[ \\t]|:[ \\t]+)[\"'`]?(?:base64:)?([A-Za-z0-9][A-Za-z0-9_+/=.~%:-]{15,})(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"flag-secret\t-pass\x00-storepass\x00-keypass\x00-token\x00-secret\x00-key\x00-pat\x00-pwd\t0\t0\t0\t0\t-1\t9\x008\x0010\x006\t3\t(?i)-(?:password|passwd|passphrase|(?:store|key)?pass|token|secret|key|pat|pwd)(?:=|[ \\t]+)(?:\"([^\"\\n]{5,})\\n?\"|'([^'\\n]{5,})\\n?'|`([^`\\n]{5,})\\n?`|([^\\s\"'`$<>(){}\\[\\]|&;,-][^\\s\"'`<>(){}\\[\\]|&;,]{4,}))(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"password-flag\tmysql\x00mariadb\x00mongo\t0\t0\t0\t0\t-1\t9\t3\t\\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mongo|mongosh|mongodump)\\b[^\\n|;&]*?[\\s\"']-p(?:\"([^\"\\n]{4,})\"|'([^'\\n]{4,})'|([^\\s\"'|;&<>$-][^\\s\"'|;&<>]{3,}))\n" +
	"login-password\tdocker\x00podman\x00nerdctl login\x00registry login\x00az login\x00oc login\x00skopeo\x00buildah\x00sshpass\x00mosquitto_\x00mongo\t0\t0\t0\t0\t-1\t9\x0011\x0010\t3\t\\b(?:docker login|podman login|nerdctl login|registry login|az login|oc login|docker|podman|skopeo|buildah|sshpass|mosquitto_|mongo)[^\\n|;&]*?\\s(?:-p|-P)[ \\t=]?(?:\"([^\"\\n]{4,})\"|'([^'\\n]{4,})'|([^\\s\"'|;&<>$-][^\\s\"'|;&<>]{3,}))\n" +
	"redis-password\tredis-cli\t0\t0\t0\t0\t-1\t9\t3\t\\bredis-cli\\b[^\\n|;&]*?\\s(?:-a|--pass)[ \\t](?:\"([^\"\\n]{4,})\"|'([^'\\n]{4,})'|([^\\s\"'|;&<>$-][^\\s\"'|;&<>]{3,}))\n" +
	"piped-password\techo\t0\t0\t0\t0\t-1\t9\x0010\x007\x006\t3\t\\becho\\s+(?:-n\\s+)?[\"']?([^\\s\"'|;&<>$][^\\s\"'|;&<>]{3,})[\"']?\\s*\\|[^\\n|]*?(?:--password-stdin|--with-token|sudo\\s+-S|--pass|passwd|base64)\n" +
	"curl-user\tcurl\x00http \x00https \t0\t0\t0\t0\t-1\t9\t3\t\\b(?:curl\\b|https? )[^\\n|;]*?\\B(?:-u|--user|-a)[ \\t=]{0,3}[\"']?[^\\s:\"'$<>]+:([^\\s\"'|;&<>$]{3,})\n" +
	"cookie\tcookie\x00curl\t0\t0\t300\t0\t-1\t15\t3\t(?i)(?:\\bcookie[\"']?\\s?[:=]\\s?[\"']?|\\bcurl\\b[^\\n|;]*?\\s(?:-b|--cookie)[ \\t=]{1,3}[\"']?)((?:[\\w.$-]+=[^\\s;,\"'<>]*;[ \\t]?)*[\\w.$-]+=[^\\s;,\"'<>]{16,}(?:;[ \\t]?[\\w.$-]+=[^\\s;,\"'<>]*)*)\n" +
	"session-cookie\tsess\x00.sid\x00_sid\x00-sid\x00auth\x00_token\x00remember\t0\t0\t350\t0\t-1\t15\x008\x002\x0014\x009\t3\t(?i)(?:sess|[._-]sid|auth|_token|remember)[\\w.-]{0,24}(?:=|[\"']\\s?[:,]\\s?[\"'])([\\w%.+/~-]{20,}={0,2})(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"sql-password\tpassword\x00identified\t0\t0\t0\t0\t-1\t9\x0010\t3\t(?i)\\b(?:password(?:\\s+for\\s+\\S+)?|identified(?:\\s+with\\s+[\\w'\"]+)?\\s+by)\\s+(?:=\\s+)?(?:password\\s+)?N?'([^'\\n]{4,})'|\\bidentified\\s+by\\s+\"([^\"\\n]{4,})\"\n" +
	"netrc-password\tlogin\t0\t0\t0\t0\t-1\t9\x0010\t3\t(?i)\\blogin\\s+\\S+\\s+password\\s+[\"']?([^\\s\"'<>$]{4,})\n" +
	"pgpass-password\t:5432:\x00:5433:\x00:6432:\x00:26257:\x00:*:\t1\t100\t0\t0\t-1\t9\t3\t[\\w.*-]{1,100}:(?:5432|5433|6432|26257|\\*):[\\w*-]+:[\\w*.-]+:([^\\s:\"'<>$]{4,})\n" +
	"otpauth-secret\totpauth://\t0\t0\t0\t0\t-1\t\t0\t(?i)otpauth://[^\\s\"'<>]*?secret=([A-Z2-7]{16,})\n" +
	"jwk-private-key\td\"\x00dp\"\x00dq\"\x00qi\"\x00k\"\t0\t1\t400\t0\t-1\t15\x0014\t0\t(?:\"|\\b)(?:d|dp|dq|qi|k)\"\\s{0,3}:\\s{0,3}\"([\\w-]{40,})\"\n" +
	"putty-key\tprivate-lines\t0\t0\t0\t0\t-1\t\t0\tPrivate-Lines: \\d{1,4}\\s{1,4}((?:[A-Za-z0-9+/=]{16,}\\s{1,3})*[A-Za-z0-9+/=]{16,})\n" +
	"kubeconfig-key\tclient-key-data\t0\t1\t0\t0\t-1\t\t0\t(?:client-key-data|\"client-key-data\"):\\s{0,3}[\"']?([A-Za-z0-9+/]{40,}={0,2})\n" +
	"connection-password\t;password=\x00;pwd=\x00; password=\x00; pwd=\t0\t0\t0\t0\t-1\t9\t3\t(?i);[ ]?(?:password|pwd)=([^;\\s\"'<>{}$]{3,})\n" +
	"query-secret\ttoken=\x00secret=\x00password=\x00passwd=\x00pwd=\x00key=\x00signature=\x00auth=\x00credential=\x00code=\x00sig=\t1\t81\t280\t0\t-1\t9\x0015\x008\x004\x0014\t3\t(?i)[?&][a-z_-]{0,20}(?:token|secret|password|passwd|pwd|key|signature|auth|credential|code|sig)=([^\\s&\"'<>#\\\\]{8,})\n" +
	"xml-secret\tpassword>\x00passwd>\x00secret>\x00token>\x00key>\t1\t163\t0\t0\t-1\t9\x0010\x008\x004\t3\t(?i)<[\\w:.-]{0,40}(?:password|passwd|secret|token|key)>\\s{0,3}([^<>\\s]{4,})\\s{0,3}</\n" +
	"vendor-key\twandb\x00deepgram\x00datadog\x00twilio\x00assemblyai\x00mistral\x00cohere\x00together\x00elevenlabs\x00okta\x00newrelic\x00new relic\x00algolia\x00plaid\x00vercel\x00snyk\x00greptile\x00heroku\x00codecov\x00railway\x00exa\x00dd-api-key\x00dd-application-key\x00serper\x00serpapi\x00honeycomb\x00sanity\x00freshdesk\x00rollbar\x00logtail\x00bugsnag\x00amplitude\x00mixpanel\x00ngrok\x00intercom\x00razorpay\x00maptiler\x00pagerduty\x00zendesk\x00pipedrive\x00posthog\x00honeybadger\x00statuspage\x00opsgenie\x00cloudinary\x00pusher\x00ably\x00stytch\x00auth0\x00tiingo\x00polygon\x00finnhub\x00openweather\t0\t0\t300\t0\t-1\t15\x0014\x009\x003\t3\t(?i)\\b(?:wandb|deepgram|datadog|twilio|assemblyai|mistral|cohere|together|elevenlabs|okta|newrelic|new relic|algolia|plaid|vercel|snyk|greptile|heroku|codecov|railway|exa|dd-api-key|dd-application-key|serper|serpapi|honeycomb|sanity|freshdesk|rollbar|logtail|bugsnag|amplitude|mixpanel|ngrok|intercom|razorpay|maptiler|pagerduty|zendesk|pipedrive|posthog|honeybadger|statuspage|opsgenie|cloudinary|pusher|ably|stytch|auth0|tiingo|polygon|finnhub|openweather)\\b(?:[\\w .:=*\"'`(-]{0,24}?[\\s:=\"'`(]|[\\s:=\"'`(]{1,4})([A-Za-z0-9_-]{32,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"twilio-token\tac\t0\t0\t300\t0\t-1\t\t0\t\\bAC[0-9a-f]{32}[\"'\\s,:]{1,6}([0-9a-f]{32})(?:\\W|$)\n" +
	"okta-token\tssws\t0\t0\t300\t0\t-1\t\t0\t\\bSSWS\\s{1,3}([\\w-]{30,})\n" +
	"cursor-key\tcrsr_\t0\t0\t0\t0\t-1\t15\t0\t\\b(crsr_[0-9a-f]{40,})\n" +
	"convex-key\tprod:\x00dev:\x00preview:\x00project:\t0\t0\t350\t0\t-1\t\t0\t\\b(?:prod|dev|preview|project):[\\w:-]{1,80}\\|([A-Za-z0-9+/=]{40,})\n" +
	"said-password\tpassword\x00passphrase\x00passcode\x00pwd\x00pw\x00requirepass\x00masterauth\x00securestring\t0\t0\t0\t0\t-1\t9\x0014\x0010\x008\x004\x0012\t3\t(?i)\\b(?:password|passphrase|passcode|pwd|\\bpw|requirepass|masterauth|securestring)[ \\t]{1,4}[\"'`]?([^\\s\"'`<>,;(){}\\[\\]$\\\\][^\\s\"'`<>,;(){}\\[\\]\\\\]{5,})(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"said-secret\ttoken\x00key\x00secret\t0\t0\t330\t0\t-1\t15\x0014\x002\x005\t3\t(?i)(?:token|key|secret)\\s+[\"'`]?([A-Za-z0-9_+/=-]{20,})(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"command-password\topenssl\x00zip\x007z\x00ldap\x00smbclient\x00gpg\x00rar\x00ipmitool\x00xfreerdp\x00ssh-keygen\x00rabbitmqctl\x00net use\x00lftp\x00sqlcmd\x00isql\t0\t2\t0\t0\t-1\t9\x0010\x008\x006\t3\t\\b(?:openssl|zip|unzip|7za?|ldap[a-z]+|smbclient|gpg2?|rar|ipmitool|xfreerdp|ssh-keygen|rabbitmqctl|net use|lftp|sqlcmd|isql)\\b[^\\n|;&]*?(?:\\s-N\\s|\\sadd_user\\s\\S+\\s|\\schange_password\\s\\S+\\s|/user:\\S+\\s|\\s-P\\s?|\\s-p|\\s-w\\s|\\s-k\\s|-pass(?:in|out)?\\s(?:pass:)?|/p:|-u\\s[\\w.-]{1,40},|-U\\s?[\"']?[\\w.\\\\-]{1,40}%)[\"']?([^\\s\"'|;&<>$-][^\\s\"'|;&<>]{4,})\n" +
	"htpasswd-password\thtpasswd\x00net user\x00wpa_passphrase\x00composer\x00rclone obscure\t0\t0\t0\t0\t-1\t9\x0010\t3\t\\b(?:htpasswd\\s+-\\w*b\\w*(?:\\s+\\S+)?\\s+\\w+|rclone obscure|net user\\s+\\w+|wpa_passphrase\\s+\\S+|composer\\s+config\\s+(?:-\\S+\\s+)*\\S+\\s+\\w+)\\s+[\"']?([^\\s\"'|;&<>$/]{5,})\n" +
	"user-password\tbasic\x00--auth\x00--user\x00--proxy-user\x00auth\t0\t0\t0\t0\t-1\t9\x0010\x006\x007\t3\t(?i)(?:basic_?auth|--(?:auth|user|proxy-user|userpwd)|\\bauth)[\"']?[\\s:=(\\[]{1,3}[\"']?[\\w.@-]{1,64}(?::|[\"'],\\s?[\"'])([^\\s\"'`<>,;(){}\\[\\]$\\\\:/]{6,})(?:[\\s\"'`,;)\\]}<>&|*#…\\\\]|[.:?!](?:\\W|$)|$)\n" +
	"here-password\t<<<\t0\t0\t0\t0\t-1\t9\x0015\x008\t3\t<<<\\s?[\"']([^\\s\"'$]{6,})[\"']\n" +
	"private-key\t-----begin\t0\t0\t0\t0\t-1\t\t3\t(?i)-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\s|\\\\[nrt]|[\\\\\"'+>|,:#→-]|\\d){0,24}[A-Za-z0-9+/=]{16,})+(?:(?:\\s|\\\\[nrt]|[\\\\\"'+>|,:#→-]|\\d){1,24}[A-Za-z0-9+/=]{1,15})?\n" +
	"private-key\t-----end\t0\t-1\t0\t0\t-1\t\t3\t(?i)[A-Za-z0-9+/=]{16,}(?:(?:\\s|\\\\[nrt]|[\\\\\"'+>|,:#→-]|\\d){1,24}[A-Za-z0-9+/=]{16,})*(?:(?:\\s|\\\\[nrt]|[\\\\\"'+>|,:#→-]|\\d){1,24}[A-Za-z0-9+/=]{1,15})?(?:\\s|\\\\[nrt]|[\\\\\"'+>|,:#→-]|\\d){0,24}-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----\n" +
	"foreign-password\tpasswort\x00kennwort\x00mdp\x00mot de passe\x00contrase\x00senha\x00hasło\x00wachtwoord\x00clave\x00password\x00lösenord\x00ароль\x00密\x00口令\x00パスワード\x00비밀번호\t0\t0\t0\t0\t-1\t9\x0010\x008\t3\t(?i)(?:(?:passwort|kennwort|\\bmdp|mot de passe|contrase(?:ñ|n)a|senha|hasło|wachtwoord|lösenord|ароль|密\\S|口令|パスワード|비밀번호)[\"'`*)]{0,4}(?:\\s{0,3}(?:[:=|]|：|=>|是|为|は|은|—)\\s{0,3}|\\s(?:\\S{1,20}\\s){0,2}?(?:(?:ist|lautet|est|es|é|är|—)\\s|\\S{1,20}:\\s))|(?:clave|password)\\s(?:\\S{1,20}\\s){0,2}?es\\s)[\"'`„“«「]?([^\\s\"'`<>“”»「」，。、,;(){}\\[\\]$\\\\][^\\s\"'`<>“”»「」，。,;(){}\\[\\]\\\\]{4,})\n" +
	"password-hash\t$1$\x00$2a$\x00$2b$\x00$2x$\x00$2y$\x00$5$\x00$6$\x00$7$\x00$y$\x00$gy$\x00$apr1$\x00$argon2\x00$scrypt$\x00$pbkdf2\t0\t0\t350\t0\t-1\t\t0\t(\\$(?:1|2[abxy]|5|6|7|y|gy|apr1|argon2(?:id|i|d)|scrypt|pbkdf2-sha(?:1|256|512))\\$[\\w./$=,+-]{22,})\n" +
	"seed-phrase\tmnemonic\x00phrase\x00words\t0\t9\t0\t0\t-1\t16\t0\t(?i)(?:mnemonic|(?:seed|recovery|backup|secret|12|24)[ _-]?(?:phrase|words))[\"'`*]{0,3}(?:\\s{0,3}(?:[:=]|=>)|\\s(?:\\w{1,16}\\s){0,2}(?:is|are):?|\\s)\\s{0,3}[\"'`]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\\b\n" +
	"webhook-address\thook\x00hc-ping.com/\x00/with/key/\x00/integration/\t0\t7\t330\t0\t-1\t14\x0015\t0\t(?i)((?:\\bhook[s.][\\w.-]{1,60}/|/(?:build_|web)?hooks?(?:b2)?/|hc-ping\\.com/|/with/key/|/integration/)(?:[\\w@.-]{1,100}/){0,6}?[a-z0-9_-]{20,}(?:/[\\w-]{8,})?)\n" +
	"address-password\t@tcp(\x00@unix(\x00@udp(\x00@localhost\x00@127.\x00@10.\x00@172.\x00@192.\x00@db\x00@host\x00@pg\x00@postgres\x00@mysql\x00@redis\x00@mongo\x00@rabbit\x00@cache\x00@prod\x00@proxy\x00@smtp\x00@mail\x00@api\t8\t298\t0\t0\t-1\t9\x0010\x007\x006\t3\t(?:^|[\\s\"'`=])[\\w.-]{1,40}:([^\\s:/\"'`<>(){}$]{6,64})@(?:tcp\\(|unix\\(|udp\\(|localhost|127\\.|10\\.|172\\.|192\\.|db|host|pg|postgres|mysql|redis|mongo|rabbit|cache|prod|proxy|smtp|mail|api)\n" +
	"set-secret\tsetx\x00setenv\x00secret\x00config set\x00set -x\x00env add\t0\t0\t300\t0\t-1\t9\x0014\x0010\x008\x002\x0012\t3\t(?i)\\b(?:setx|setenv|secrets? (?:set|put|add)|config set|set -x|env add)[ ][^\\n|;&=]{0,60}?(?:token|secret|[_.-]key|apikey|pass|password|pwd)[\"']?\\s+(?:--?[a-z]{1,8}[= ])?[\"']?([^\\s\"'|;&<>${}()-][^\\s\"'|;&<>${}()]{7,})\n" +
	"key-address\thooks.zapier\x00/deploy/prj_\x00infura.io\x00alchemy\x00quiknode\x00rpc.ankr\t0\t13\t0\t0\t-1\t15\t0\t(?:hooks\\.zapier\\.com/hooks/(?:catch|standard)/\\d{4,12}|/integrations/deploy/prj_\\w+|infura\\.io/(?:ws/)?v3|alchemy(?:api)?\\.\\w+/v2|quiknode\\.pro|rpc\\.ankr\\.com/\\w+)/([\\w-]{5,})\n" +
	"key-of-service\tapi key\x00access token\x00source token\x00secret key\x00auth token\x00admin key\x00api token\x00bearer token\x00admin token\t21\t417\t350\t0\t-1\t15\x0014\x002\x005\t3\t(?i)\\b([a-z0-9_+/=-]{20,100})[\"'`]?\\s(?:\\(|(?:is|as|for)\\s)?(?:(?:the|my|your|our|an?)\\s)?(?:api key|access token|source token|secret key|auth token|admin key|api token|bearer token|admin token)\n" +
	"facebook-token\teaa\t0\t0\t400\t0\t-1\t\t0\t\\b(EAA[A-Za-z0-9]{100,})\n" +
	"called-secret\tpassword\"\x00password'\x00passwd\"\x00passwd'\x00pwd\"\x00pwd'\x00secret\"\x00secret'\x00token\"\x00token'\x00_key\"\x00_key'\t3\t104\t250\t0\t-1\t9\x008\x004\x0010\x007\x006\t3\t(?i)\\w\\([\"'][\\w.]{0,24}?(?:password|passwd|pwd|secret|token|_key)[\"']\\s?,\\s?b?[\"'`]([^\"'`\\s]{8,})\\n?[\"'`]\n" +
	"value-secret\tpassword\x00passwd\x00pwd\x00secret\x00token\x00_key\x00-key\x00apikey\t0\t0\t250\t0\t-1\t9\x008\x004\x0010\x007\x006\t3\t(?i)(?:password|passwd|pwd|secret|token|[_-]key|apikey)[\"']?(?:\\s{0,3}\\{[^{}]{0,160}?default\\s{0,3}=\\s{0,3}\"|\\s{0,3}[,:/]?\\s{0,3}\\{?\\s{0,16}[\"']?value(?:[\"']?\\s{0,3}:\\s{0,3}[\"'`]?|=[\"'])|[\"']>|\\s--value[\\s=][\"']?)([^\"'`\\s<>,;{}]{8,})\n" +
	"pair-password\t/pass\x00/pwd\x00creds\x00credentials\x00sqlplus\x00:thin\t0\t0\t0\t0\t-1\t9\x0014\x0010\x006\x007\t3\t(?i)(?:/pass(?:word|wd)?\\b|/pwd|\\bcred(?:ential)?s\\b|sqlplus|:thin)[\"'`]?\\s{0,3}[:=]?\\s{0,3}[\"'`]?[\\w.@-]{2,40}\\s?[/:]\\s?([^\\s\"'`<>/:,;(){}\\[\\]$\\\\@]{6,64})(?:[\\s\"'`,;)@]|[.:?!](?:\\W|$)|$)\n" +
	"bracket-password\tpassword\x00passwd\x00passphrase\x00passcode\x00passwort\t0\t0\t0\t0\t-1\t9\x0010\x008\x004\x006\x007\t3\t(?i)(?:password|passwd|passphrase|passcode|passwort)\\s\\([\"'`]([^\\s\"'`]{6,})[\"'`]\\)\n" +
	"cell-password\tpass\x00pwd\x00pw\x00secret\x00token\x00api key\t0\t73\t250\t0\t-1\t9\x0010\x008\x004\x006\x007\t3\t(?i)(?:>\\s{0,3}(?:[\\w-]{1,16} )?(?:password|passwd|passphrase|passcode|passwort|pwd|secret|token|api key)\\s?:?\\s{0,3}</\\w{1,8}>\\s{0,8}<\\w{1,8}[^<>\\n]{0,80}>|(?:password|passwd|passphrase|passcode|passwort|pwd|\\bpw|secret|token|api key)\\s?[:=]\\s{0,3}<\\w{1,8}>)\\s{0,3}([^\\s<>]{6,})\\s{0,3}</\n" +
	"input-password\tpassword\t11\t504\t0\t0\t-1\t9\x0010\x006\t3\t(?i)<input\\b[^<>]{0,120}\\btype=[\"']?password\\b[^<>]{0,120}?\\bvalue=[\"']([^\"'\\s<>]{5,})[\"']"
