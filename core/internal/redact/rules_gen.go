// Code generated from gitleaks v8.30.1 by `make generate`. DO NOT EDIT.
//
// The rules are Copyright (c) 2019 Zachary Rice, MIT License: rules/gitleaks/LICENSE.

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
	"1password-secret-key\ta3-\t0\t0\t380\t0\t-1\t1-1\t0\t\\bA3-[A-Z0-9]{6}-(?:(?:[A-Z0-9]{11})|(?:[A-Z0-9]{6}-[A-Z0-9]{5}))-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\\b\n" +
	"1password-service-account-token\tops_\t0\t0\t400\t0\t-1\t1-1\t0\tops_eyJ[a-zA-Z0-9+/]{250,}={0,3}\n" +
	"adafruit-api-key\tadafruit\t0\t0\t0\t50\t-1\t1-1\t0\t(?i)(?:adafruit\x01[a-z0-9_-]{32})\x02\n" +
	"adobe-client-id\tadobe\t0\t0\t200\t50\t-1\t1-1\t0\t(?i)(?:adobe\x01[a-f0-9]{32})\x02\n" +
	"adobe-client-secret\tp8e-\t0\t0\t200\t0\t-1\t1-1\t0\t\\b(p8e-(?i)[a-z0-9]{32})\x02\n" +
	"age-secret-key\tage-secret-key-1\t0\t0\t0\t0\t-1\t1-1\t0\tAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\n" +
	"airtable-api-key\tairtable\t0\t0\t0\t50\t-1\t1-1\t0\t(?i)(?:airtable\x01[a-z0-9]{17})\x02\n" +
	"airtable-personnal-access-token\tairtable\t0\t-1\t0\t0\t-1\t1-1\t0\t\\b(pat[[:alnum:]]{14}\\.[a-f0-9]{64})\\b\n" +
	"algolia-api-key\talgolia\t0\t0\t0\t50\t-1\t1-1\t0\t(?i)(?:algolia\x01[a-z0-9]{32})\x02\n" +
	"alibaba-access-key-id\tltai\t0\t0\t200\t0\t-1\t1-1\t0\t\\b(LTAI(?i)[a-z0-9]{20})\x02\n" +
	"alibaba-secret-key\talibaba\t0\t0\t200\t50\t-1\t1-1\t0\t(?i)(?:alibaba\x01[a-z0-9]{30})\x02\n" +
	"anthropic-admin-api-key\tsk-ant-admin01\t0\t0\t0\t0\t-1\t1-1\t0\t\\b(sk-ant-admin01-[a-zA-Z0-9_\\-]{93}AA)\x02\n" +
	"anthropic-api-key\tsk-ant-api03\t0\t0\t0\t0\t-1\t1-1\t0\t\\b(sk-ant-api03-[a-zA-Z0-9_\\-]{93}AA)\x02\n" +
	"artifactory-api-key\takcp\t0\t0\t450\t0\t-1\t1-1\t0\t\\bAKCp[A-Za-z0-9]{69}\\b\n" +
	"artifactory-reference-token\tcmvmd\t0\t0\t450\t0\t-1\t1-1\t0\t\\bcmVmd[A-Za-z0-9]{59}\\b\n" +
	"asana-client-id\tasana\t0\t0\t0\t50\t-1\t1-1\t0\t(?i)(?:asana\x01[0-9]{16})\x02\n" +
	"asana-client-secret\tasana\t0\t0\t0\t50\t-1\t1-1\t0\t(?i)(?:asana\x01[a-z0-9]{32})\x02\n" +
	"atlassian-api-token\tatlassian\x00confluence\x00jira\x00atatt3\t0\t0\t350\t50\t-1\t1-1\t0\t(?i)(?:(?-i:ATLASSIAN|[Aa]tlassian)|(?-i:CONFLUENCE|[Cc]onfluence)|(?-i:JIRA|[Jj]ira)\x01[a-z0-9]{20}[a-f0-9]{4})\x02|\\b(ATATT3[A-Za-z0-9_\\-=]{186})\x02\n" +
	"authress-service-client-access-key\tsc_\x00ext_\x00scauth_\x00authress_\t0\t0\t200\t0\t-1\t1-1\t0\t\\b((?:sc|ext|scauth|authress)_(?i)[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.(?-i:acc)[_-][a-z0-9-]{10,32}\\.[a-z0-9+/_=-]{30,120})\x02\n" +
	"aws-access-token\ta3t\x00akia\x00asia\x00abia\x00acca\t0\t0\t300\t0\t-1\t1-2\t0\t\\b((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\\b\n" +
	"aws-amazon-bedrock-api-key-long-lived\tabsk\t0\t0\t300\t0\t-1\t2-2\t0\t\\b(ABSK[A-Za-z0-9+/]{109,269}={0,2})\x02\n" +
	"aws-amazon-bedrock-api-key-short-lived\tbedrock-api-key-\t0\t0\t300\t0\t-1\t2-2\t0\tbedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t\n" +
	"azure-ad-client-secret\tq~\t4\t5\t300\t0\t-1\t2-2\t0\t(?:^|[\\\\'\"\\x60\\s>=:(,)])([a-zA-Z0-9_~.]{3}\\dQ~[a-zA-Z0-9_~.-]{31,34})(?:$|[\\\\'\"\\x60\\s<),])\n" +
	"beamer-api-token\tbeamer\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:beamer\x01b_[a-z0-9=_\\-]{44})\x02\n" +
	"bitbucket-client-id\tbitbucket\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:bitbucket\x01[a-z0-9]{32})\x02\n" +
	"bitbucket-client-secret\tbitbucket\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:bitbucket\x01[a-z0-9=_\\-]{64})\x02\n" +
	"bittrex-access-key\tbittrex\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:bittrex\x01[a-z0-9]{32})\x02\n" +
	"bittrex-secret-key\tbittrex\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:bittrex\x01[a-z0-9]{32})\x02\n" +
	"cisco-meraki-api-key\tmeraki\t0\t0\t300\t100\t-1\t2-2\t0\t(?i:(?:(?-i:[Mm]eraki|MERAKI))(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}([0-9a-f]{40})\x02\n" +
	"clickhouse-cloud-api-secret-key\t4b1d\t0\t0\t300\t0\t-1\t2-2\t0\t\\b(4b1d[A-Za-z0-9]{38})\\b\n" +
	"clojars-api-token\tclojars_\t0\t0\t200\t0\t-1\t2-2\t0\t(?i)CLOJARS_[a-z0-9]{60}\n" +
	"cloudflare-api-key\tcloudflare\t0\t0\t200\t50\t-1\t2-2\t0\t(?i)(?:cloudflare\x01[a-z0-9_-]{40})\x02\n" +
	"cloudflare-global-api-key\tcloudflare\t0\t0\t200\t50\t-1\t2-2\t0\t(?i)(?:cloudflare\x01[a-f0-9]{37})\x02\n" +
	"cloudflare-origin-ca-key\tcloudflare\x00v1.0-\t0\t0\t200\t0\t-1\t2-2\t0\t\\b(v1\\.0-[a-f0-9]{24}-[a-f0-9]{146})\x02\n" +
	"codecov-access-token\tcodecov\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:codecov\x01[a-z0-9]{32})\x02\n" +
	"cohere-api-token\tcohere\x00co_api_key\t0\t0\t400\t100\t-1\t2-2\t0\t(?i:(?:cohere|CO_API_KEY)(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}([a-zA-Z0-9]{40})\x02\n" +
	"coinbase-access-token\tcoinbase\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:coinbase\x01[a-z0-9_-]{64})\x02\n" +
	"confluent-access-token\tconfluent\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:confluent\x01[a-z0-9]{16})\x02\n" +
	"confluent-secret-key\tconfluent\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:confluent\x01[a-z0-9]{64})\x02\n" +
	"contentful-delivery-api-token\tcontentful\t0\t0\t0\t50\t-1\t2-2\t0\t(?i)(?:contentful\x01[a-z0-9=_\\-]{43})\x02\n" +
	"curl-auth-header\tcurl\t0\t0\t275\t0\t-1\t2-2\t0\t\\bcurl\\b(?:.*?|.*?(?:[\\r\\n]{1,2}.*?){1,5})[ \\t\\n\\r](?:-H|--header)(?:=|[ \\t]{0,5})(?:\"(?i)(?:Authorization:[ \\t]{0,5}(?:Basic[ \\t]([a-z0-9+/]{8,}={0,3})|(?:Bearer|(?:Api-)?Token)[ \\t]([\\w=~@.+/-]{8,})|([\\w=~@.+/-]{8,}))|(?:(?:X-(?:[a-z]+-)?)?(?:Api-?)?(?:Key|Token)):[ \\t]{0,5}([\\w=~@.+/-]{8,}))\"|'(?i)(?:Authorization:[ \\t]{0,5}(?:Basic[ \\t]([a-z0-9+/]{8,}={0,3})|(?:Bearer|(?:Api-)?Token)[ \\t]([\\w=~@.+/-]{8,})|([\\w=~@.+/-]{8,}))|(?:(?:X-(?:[a-z]+-)?)?(?:Api-?)?(?:Key|Token)):[ \\t]{0,5}([\\w=~@.+/-]{8,}))')(?:\\B|\\s|\\z)\n" +
	"curl-auth-user\tcurl\t0\t0\t200\t0\t-1\t2-3\t0\t\\bcurl\\b(?:.*?|.*?(?:[\\r\\n]{1,2}.*?){1,5})[ \\t\\n\\r](?:-u|--user)(?:=|[ \\t]{0,5})(\"(:[^\"]{3,}|[^:\"]{3,}:|[^:\"]{3,}:[^\"]{3,})\"|'([^:']{3,}:[^']{3,})'|((?:\"[^\"]{3,}\"|'[^']{3,}'|[\\w$@.-]+):(?:\"[^\"]{3,}\"|'[^']{3,}'|[\\w${}@.-]+)))(?:\\s|\\z)\n" +
	"databricks-api-token\tdapi\t0\t0\t300\t0\t-1\t3-3\t0\t\\b(dapi[a-f0-9]{32}(?:-\\d)?)\x02\n" +
	"datadog-access-token\tdatadog\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:datadog\x01[a-z0-9]{40})\x02\n" +
	"defined-networking-api-token\tdnkey\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:dnkey\x01dnkey-[a-z0-9=_\\-]{26}-[a-z0-9=_\\-]{52})\x02\n" +
	"digitalocean-access-token\tdoo_v1_\t0\t0\t300\t0\t-1\t3-3\t0\t\\b(doo_v1_[a-f0-9]{64})\x02\n" +
	"digitalocean-pat\tdop_v1_\t0\t0\t300\t0\t-1\t3-3\t0\t\\b(dop_v1_[a-f0-9]{64})\x02\n" +
	"digitalocean-refresh-token\tdor_v1_\t0\t0\t0\t0\t-1\t3-3\t0\t(?i)\\b(dor_v1_[a-f0-9]{64})\x02\n" +
	"discord-api-token\tdiscord\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:discord\x01[a-f0-9]{64})\x02\n" +
	"discord-client-id\tdiscord\t0\t0\t200\t50\t-1\t3-3\t0\t(?i)(?:discord\x01[0-9]{18})\x02\n" +
	"discord-client-secret\tdiscord\t0\t0\t200\t50\t-1\t3-3\t0\t(?i)(?:discord\x01[a-z0-9=_\\-]{32})\x02\n" +
	"doppler-api-token\tdp.pt.\t0\t0\t200\t0\t-1\t3-3\t0\tdp\\.pt\\.(?i)[a-z0-9]{43}\n" +
	"droneci-access-token\tdroneci\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:droneci\x01[a-z0-9]{32})\x02\n" +
	"dropbox-api-token\tdropbox\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:dropbox\x01[a-z0-9]{15})\x02\n" +
	"dropbox-long-lived-api-token\tdropbox\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:dropbox\x01[a-z0-9]{11}(AAAAAAAAAA)[a-z0-9\\-_=]{43})\x02\n" +
	"dropbox-short-lived-api-token\tdropbox\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:dropbox\x01sl\\.[a-z0-9\\-=_]{135})\x02\n" +
	"duffel-api-token\tduffel_\t0\t0\t200\t0\t-1\t3-3\t0\tduffel_(?:test|live)_(?i)[a-z0-9_\\-=]{43}\n" +
	"dynatrace-api-token\tdt0c01.\t0\t0\t400\t0\t-1\t3-3\t0\tdt0c01\\.(?i)[a-z0-9]{24}\\.[a-z0-9]{64}\n" +
	"easypost-api-token\tezak\t0\t0\t200\t0\t-1\t3-3\t0\t\\bEZAK(?i)[a-z0-9]{54}\\b\n" +
	"easypost-test-api-token\teztk\t0\t0\t200\t0\t-1\t3-3\t0\t\\bEZTK(?i)[a-z0-9]{54}\\b\n" +
	"etsy-access-token\tetsy\t0\t0\t300\t50\t-1\t3-3\t0\t(?i)(?:(?-i:ETSY|[Ee]tsy)\x01[a-z0-9]{24})\x02\n" +
	"facebook-access-token\tfacebook\t0\t-1\t300\t0\t-1\t3-3\t0\t(?i)\\b(\\d{15,16}(\\||%)[0-9a-z\\-_]{27,40})\x02\n" +
	"facebook-page-access-token\teaam\x00eaac\t0\t0\t400\t0\t-1\t3-3\t0\t\\b(EAA[MC](?i)[a-z0-9]{100,})\x02\n" +
	"facebook-secret\tfacebook\t0\t0\t300\t50\t-1\t3-3\t0\t(?i)(?:facebook\x01[a-f0-9]{32})\x02\n" +
	"fastly-api-token\tfastly\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:fastly\x01[a-z0-9=_\\-]{32})\x02\n" +
	"finicity-api-token\tfinicity\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:finicity\x01[a-f0-9]{32})\x02\n" +
	"finicity-client-secret\tfinicity\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:finicity\x01[a-z0-9]{20})\x02\n" +
	"finnhub-access-token\tfinnhub\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:finnhub\x01[a-z0-9]{20})\x02\n" +
	"flickr-access-token\tflickr\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:flickr\x01[a-z0-9]{32})\x02\n" +
	"flutterwave-encryption-key\tflwseck_test\t0\t0\t200\t0\t-1\t3-3\t0\tFLWSECK_TEST-(?i)[a-h0-9]{12}\n" +
	"flutterwave-public-key\tflwpubk_test\t0\t0\t200\t0\t-1\t3-3\t0\tFLWPUBK_TEST-(?i)[a-h0-9]{32}-X\n" +
	"flutterwave-secret-key\tflwseck_test\t0\t0\t200\t0\t-1\t3-3\t0\tFLWSECK_TEST-(?i)[a-h0-9]{32}-X\n" +
	"flyio-access-token\tfo1_\x00fm1\x00fm2_\t0\t-1\t400\t0\t-1\t3-3\t0\t\\b((?:fo1_[\\w-]{43}|fm1[ar]_[a-zA-Z0-9+\\/]{100,}={0,3}|fm2_[a-zA-Z0-9+\\/]{100,}={0,3}))\x02\n" +
	"frameio-api-token\tfio-u-\t0\t0\t0\t0\t-1\t3-3\t0\tfio-u-(?i)[a-z0-9\\-_=]{64}\n" +
	"freemius-secret-key\tsecret_key\t1\t1\t0\t0\t-1\t3-3\t2\t(?i)[\"']secret_key[\"']\\s*=>\\s*[\"'](sk_[\\S]{29})[\"']\n" +
	"freshbooks-access-token\tfreshbooks\t0\t0\t0\t50\t-1\t3-3\t0\t(?i)(?:freshbooks\x01[a-z0-9]{64})\x02\n" +
	"gcp-api-key\taiza\t0\t0\t400\t0\t-1\t3-4\t0\t\\b(AIza[\\w-]{35})\x02\n" +
	"generic-api-key\taccess\x00api\x00auth\x00key\x00credential\x00creds\x00passwd\x00password\x00secret\x00token\t0\t0\t350\t50\t-1\t4-7\t1\t(?i)(?:access|auth|(?-i:[Aa]pi|API)|credential|creds|key|passw(?:or)?d|secret|token\x01[\\w.=-]{10,150}|[a-z0-9][a-z0-9+/]{11,}={0,3})\x02\n" +
	"github-app-token\tghu_\x00ghs_\t0\t0\t300\t0\t-1\t7-7\t0\t(?:ghu|ghs)_[0-9a-zA-Z]{36}\n" +
	"github-fine-grained-pat\tgithub_pat_\t0\t0\t300\t0\t-1\t7-7\t0\tgithub_pat_\\w{82}\n" +
	"github-oauth\tgho_\t0\t0\t300\t0\t-1\t7-7\t0\tgho_[0-9a-zA-Z]{36}\n" +
	"github-pat\tghp_\t0\t0\t300\t0\t-1\t7-7\t0\tghp_[0-9a-zA-Z]{36}\n" +
	"github-refresh-token\tghr_\t0\t0\t300\t0\t-1\t7-7\t0\tghr_[0-9a-zA-Z]{36}\n" +
	"gitlab-cicd-job-token\tglcbt-\t0\t0\t300\t0\t-1\t7-7\t0\tglcbt-[0-9a-zA-Z]{1,5}_[0-9a-zA-Z_-]{20}\n" +
	"gitlab-deploy-token\tgldt-\t0\t0\t300\t0\t-1\t7-7\t0\tgldt-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-feature-flag-client-token\tglffct-\t0\t0\t300\t0\t-1\t7-7\t0\tglffct-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-feed-token\tglft-\t0\t0\t300\t0\t-1\t7-7\t0\tglft-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-incoming-mail-token\tglimt-\t0\t0\t300\t0\t-1\t7-7\t0\tglimt-[0-9a-zA-Z_\\-]{25}\n" +
	"gitlab-kubernetes-agent-token\tglagent-\t0\t0\t300\t0\t-1\t7-7\t0\tglagent-[0-9a-zA-Z_\\-]{50}\n" +
	"gitlab-oauth-app-secret\tgloas-\t0\t0\t300\t0\t-1\t7-7\t0\tgloas-[0-9a-zA-Z_\\-]{64}\n" +
	"gitlab-pat\tglpat-\t0\t0\t300\t0\t-1\t7-7\t0\tglpat-[\\w-]{20}\n" +
	"gitlab-pat-routable\tglpat-\t0\t0\t400\t0\t-1\t7-7\t0\t\\bglpat-[0-9a-zA-Z_-]{27,300}\\.[0-9a-z]{2}[0-9a-z]{7}\\b\n" +
	"gitlab-ptt\tglptt-\t0\t0\t300\t0\t-1\t7-7\t0\tglptt-[0-9a-f]{40}\n" +
	"gitlab-rrt\tgr1348941\t0\t0\t300\t0\t-1\t7-7\t0\tGR1348941[\\w-]{20}\n" +
	"gitlab-runner-authentication-token\tglrt-\t0\t0\t300\t0\t-1\t7-7\t0\tglrt-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-runner-authentication-token-routable\tglrt-\t0\t0\t400\t0\t-1\t7-7\t0\t\\bglrt-t\\d_[0-9a-zA-Z_\\-]{27,300}\\.[0-9a-z]{2}[0-9a-z]{7}\\b\n" +
	"gitlab-scim-token\tglsoat-\t0\t0\t300\t0\t-1\t7-7\t0\tglsoat-[0-9a-zA-Z_\\-]{20}\n" +
	"gitlab-session-cookie\t_gitlab_session=\t0\t0\t300\t0\t-1\t7-7\t0\t_gitlab_session=[0-9a-z]{32}\n" +
	"gitter-access-token\tgitter\t0\t0\t0\t50\t-1\t7-7\t0\t(?i)(?:gitter\x01[a-z0-9_-]{40})\x02\n" +
	"gocardless-api-token\tlive_\x00gocardless\t0\t0\t0\t50\t-1\t7-7\t0\t(?i)(?:gocardless\x01live_(?i)[a-z0-9\\-_=]{40})\x02\n" +
	"grafana-api-key\teyjrijoi\t0\t0\t300\t0\t-1\t7-7\t0\t(?i)\\b(eyJrIjoi[A-Za-z0-9]{70,400}={0,3})\x02\n" +
	"grafana-cloud-api-token\tglc_\t0\t0\t300\t0\t-1\t7-7\t0\t(?i)\\b(glc_[A-Za-z0-9+/]{32,400}={0,3})\x02\n" +
	"grafana-service-account-token\tglsa_\t0\t0\t300\t0\t-1\t7-7\t0\t(?i)\\b(glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})\x02\n" +
	"harness-api-key\tpat.\x00sat.\t0\t0\t0\t0\t-1\t7-7\t0\t(?:pat|sat)\\.[a-zA-Z0-9_-]{22}\\.[a-zA-Z0-9]{24}\\.[a-zA-Z0-9]{20}\n" +
	"hashicorp-tf-api-token\tatlasv1\t15\t57\t350\t0\t-1\t7-7\t0\t(?i)[a-z0-9]{14}\\.(?-i:atlasv1)\\.[a-z0-9\\-_=]{60,70}\n" +
	"hashicorp-tf-password\tadministrator_login_password\x00password\t0\t0\t200\t50\t-1\t7-7\t2\t(?i)(?:administrator_login_password|password\x01\"[a-z0-9=_\\-]{8,20}\")\x02\n" +
	"heroku-api-key\theroku\t0\t0\t0\t50\t-1\t7-7\t0\t(?i)(?:heroku\x01\x03)\x02\n" +
	"heroku-api-key-v2\thrku-aa\t0\t0\t400\t0\t-1\t7-7\t0\t\\b((HRKU-AA[0-9a-zA-Z_-]{58}))\x02\n" +
	"hubspot-api-key\thubspot\t0\t0\t0\t50\t-1\t7-7\t0\t(?i)(?:hubspot\x01[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12})\x02\n" +
	"huggingface-access-token\thf_\t0\t0\t200\t0\t-1\t7-7\t0\t\\b(hf_(?i:[a-z]{34}))\x02\n" +
	"huggingface-organization-api-token\tapi_org_\t0\t0\t200\t0\t-1\t7-7\t0\t\\b(api_org_(?i:[a-z]{34}))\x02\n" +
	"infracost-api-token\tico-\t0\t0\t300\t0\t-1\t7-7\t0\t\\b(ico-[a-zA-Z0-9]{32})\x02\n" +
	"intercom-api-key\tintercom\t0\t0\t0\t50\t-1\t7-7\t0\t(?i)(?:intercom\x01[a-z0-9=_\\-]{60})\x02\n" +
	"intra42-client-secret\tintra\x00s-s4t2ud-\x00s-s4t2af-\t0\t0\t300\t0\t-1\t7-7\t0\t\\b(s-s4t2(?:ud|af)-(?i)[abcdef0123456789]{64})\x02\n" +
	"jfrog-api-key\tjfrog\x00artifactory\x00bintray\x00xray\t0\t0\t0\t50\t-1\t7-7\t0\t(?i)(?:jfrog|artifactory|bintray|xray\x01[a-z0-9]{73})\x02\n" +
	"jfrog-identity-token\tjfrog\x00artifactory\x00bintray\x00xray\t0\t0\t0\t50\t-1\t7-7\t0\t(?i)(?:jfrog|artifactory|bintray|xray\x01[a-z0-9]{64})\x02\n" +
	"jwt\tey\t0\t0\t300\t0\t-1\t7-7\t0\t\\b(ey[a-zA-Z0-9]{17,}\\.ey[a-zA-Z0-9\\/\\\\_-]{17,}\\.(?:[a-zA-Z0-9\\/\\\\_-]{10,}={0,2})?)\x02\n" +
	"jwt-base64\tzxlk\t0\t0\t200\t0\t0\t7-7\t0\t\\bZXlK(?:(?P<alg>aGJHY2lPaU)|(?P<apu>aGNIVWlPaU)|(?P<apv>aGNIWWlPaU)|(?P<aud>aGRXUWlPaU)|(?P<b64>aU5qUWlP)|(?P<crit>amNtbDBJanBi)|(?P<cty>amRIa2lPaU)|(?P<epk>bGNHc2lPbn)|(?P<enc>bGJtTWlPaU)|(?P<jku>cWEzVWlPaU)|(?P<jwk>cWQyc2lPb)|(?P<iss>cGMzTWlPaU)|(?P<iv>cGRpSTZJ)|(?P<kid>cmFXUWlP)|(?P<key_ops>clpYbGZiM0J6SWpwY)|(?P<kty>cmRIa2lPaUp)|(?P<nonce>dWIyNWpaU0k2)|(?P<p2c>d01tTWlP)|(?P<p2s>d01uTWlPaU)|(?P<ppt>d2NIUWlPaU)|(?P<sub>emRXSWlPaU)|(?P<svt>emRuUWlP)|(?P<tag>MFlXY2lPaU)|(?P<typ>MGVYQWlPaUp)|(?P<url>MWNtd2l)|(?P<use>MWMyVWlPaUp)|(?P<ver>MlpYSWlPaU)|(?P<version>MlpYSnphVzl1SWpv)|(?P<x>NElqb2)|(?P<x5c>NE5XTWlP)|(?P<x5t>NE5YUWlPaU)|(?P<x5ts256>NE5YUWpVekkxTmlJNkl)|(?P<x5u>NE5YVWlPaU)|(?P<zip>NmFYQWlPaU))[a-zA-Z0-9\\/\\\\_+\\-\\r\\n]{40,}={0,2}\n" +
	"kraken-access-token\tkraken\t0\t0\t0\t50\t-1\t7-7\t0\t(?i)(?:kraken\x01[a-z0-9\\/=_\\+\\-]{80,90})\x02\n" +
	"kubernetes-secret-yaml\tsecret\t0\t-1\t0\t0\t-1\t7-9\t2\t(?i)(?:\\bkind:[ \\t]*[\"']?\\bsecret\\b[\"']?(?s:.){0,200}?\\bdata:(?s:.){0,100}?\\s+([\\w.-]+:(?:[ \\t]*(?:\\||>[-+]?)\\s+)?[ \\t]*(?:[\"']?[a-z0-9+/]{10,}={0,3}[\"']?|\\{\\{[ \\t\\w\"|$:=,.-]+}}|\"\"|''))|\\bdata:(?s:.){0,100}?\\s+([\\w.-]+:(?:[ \\t]*(?:\\||>[-+]?)\\s+)?[ \\t]*(?:[\"']?[a-z0-9+/]{10,}={0,3}[\"']?|\\{\\{[ \\t\\w\"|$:=,.-]+}}|\"\"|''))(?s:.){0,200}?\\bkind:[ \\t]*[\"']?\\bsecret\\b[\"']?)\n" +
	"kucoin-access-token\tkucoin\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:kucoin\x01[a-f0-9]{24})\x02\n" +
	"kucoin-secret-key\tkucoin\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:kucoin\x01\x03)\x02\n" +
	"launchdarkly-access-token\tlaunchdarkly\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:launchdarkly\x01[a-z0-9=_\\-]{40})\x02\n" +
	"linear-api-key\tlin_api_\t0\t0\t200\t0\t-1\t9-9\t0\tlin_api_(?i)[a-z0-9]{40}\n" +
	"linear-client-secret\tlinear\t0\t0\t200\t50\t-1\t9-9\t0\t(?i)(?:linear\x01[a-f0-9]{32})\x02\n" +
	"linkedin-client-id\tlinkedin\x00linked_in\x00linked-in\t0\t0\t200\t50\t-1\t9-9\t0\t(?i)(?:linked[_-]?in\x01[a-z0-9]{14})\x02\n" +
	"linkedin-client-secret\tlinkedin\x00linked_in\x00linked-in\t0\t0\t200\t50\t-1\t9-9\t0\t(?i)(?:linked[_-]?in\x01[a-z0-9]{16})\x02\n" +
	"lob-api-key\ttest_\x00live_\t4\t109\t0\t50\t-1\t9-9\t0\t(?i)(?:lob\x01(live|test)_[a-f0-9]{35})\x02\n" +
	"lob-pub-api-key\ttest_pub\x00live_pub\x00_pub\t4\t109\t0\t50\t-1\t9-9\t0\t(?i)(?:lob\x01(test|live)_pub_[a-f0-9]{31})\x02\n" +
	"looker-client-id\tlooker\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:looker\x01[a-z0-9]{20})\x02\n" +
	"looker-client-secret\tlooker\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:looker\x01[a-z0-9]{24})\x02\n" +
	"mailchimp-api-key\tmailchimp\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:MailchimpSDK.initialize|mailchimp\x01[a-f0-9]{32}-us\\d\\d)\x02\n" +
	"mailgun-private-api-token\tmailgun\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:mailgun\x01key-[a-f0-9]{32})\x02\n" +
	"mailgun-pub-key\tmailgun\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:mailgun\x01pubkey-[a-f0-9]{32})\x02\n" +
	"mailgun-signing-key\tmailgun\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:mailgun\x01[a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8})\x02\n" +
	"mapbox-api-token\tmapbox\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:mapbox\x01pk\\.[a-z0-9]{60}\\.[a-z0-9]{22})\x02\n" +
	"mattermost-access-token\tmattermost\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:mattermost\x01[a-z0-9]{26})\x02\n" +
	"maxmind-license-key\t_mmk\t36\t36\t400\t0\t-1\t9-9\t0\t\\b([A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)\x02\n" +
	"messagebird-api-token\tmessagebird\x00message-bird\x00message_bird\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:message[_-]?bird\x01[a-z0-9]{25})\x02\n" +
	"messagebird-client-id\tmessagebird\x00message-bird\x00message_bird\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:message[_-]?bird\x01\x03)\x02\n" +
	"microsoft-teams-webhook\twebhook.office.com\x00webhookb2\x00incomingwebhook\t0\t-1\t0\t0\t0\t9-9\t0\thttps://[a-z0-9]+\\.webhook\\.office\\.com/webhookb2/[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}@[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}/IncomingWebhook/[a-z0-9]{32}/[a-z0-9]{8}-([a-z0-9]{4}-){3}[a-z0-9]{12}\n" +
	"netlify-access-token\tnetlify\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:netlify\x01[a-z0-9=_\\-]{40,46})\x02\n" +
	"new-relic-browser-api-token\tnrjs-\t9\t127\t0\t50\t-1\t9-9\t0\t(?i)(?:new-relic|newrelic|new_relic\x01NRJS-[a-f0-9]{19})\x02\n" +
	"new-relic-insert-key\tnrii-\t9\t127\t0\t50\t-1\t9-9\t0\t(?i)(?:new-relic|newrelic|new_relic\x01NRII-[a-z0-9-]{32})\x02\n" +
	"new-relic-user-api-id\tnew-relic\x00newrelic\x00new_relic\t0\t0\t0\t50\t-1\t9-9\t0\t(?i)(?:new-relic|newrelic|new_relic\x01[a-z0-9]{64})\x02\n" +
	"new-relic-user-api-key\tnrak\t9\t127\t0\t50\t-1\t9-9\t0\t(?i)(?:new-relic|newrelic|new_relic\x01NRAK-[a-z0-9]{27})\x02\n" +
	"notion-api-token\tntn_\t0\t0\t400\t0\t-1\t9-9\t0\t\\b(ntn_[0-9]{11}[A-Za-z0-9]{32}[A-Za-z0-9]{3})\x02\n" +
	"npm-access-token\tnpm_\t0\t0\t200\t0\t-1\t9-9\t0\t(?i)\\b(npm_[a-z0-9]{36})\x02\n" +
	"nuget-config-password\t<add key=\t0\t0\t100\t0\t-1\t9-10\t2\t(?i)<add key=\\\"(?:(?:ClearText)?Password)\\\"\\s*value=\\\"(.{8,})\\\"\\s*/>\n" +
	"nytimes-access-token\tnytimes\x00new-york-times\x00newyorktimes\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:nytimes|new-york-times,|newyorktimes\x01[a-z0-9=_\\-]{32})\x02\n" +
	"octopus-deploy-api-key\tapi-\t0\t0\t300\t0\t-1\t10-10\t0\t\\b(API-[A-Z0-9]{26})\x02\n" +
	"okta-access-token\tokta\t0\t0\t400\t100\t-1\t10-10\t0\t(?i:(?:(?-i:[Oo]kta|OKTA))(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}(00[\\w=\\-]{40})\x02\n" +
	"openai-api-key\tt3blbkfj\t23\t85\t300\t0\t-1\t10-10\t0\t\\b(sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})T3BlbkFJ(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})\\b|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20})\x02\n" +
	"openshift-user-token\tsha256~\t0\t0\t350\t0\t-1\t10-10\t0\t\\b(sha256~[\\w-]{43})(?:[^\\w-]|\\z)\n" +
	"perplexity-api-key\tpplx-\t0\t0\t400\t0\t-1\t10-10\t0\t\\b(pplx-[a-zA-Z0-9]{48})(?:[\\x60'\"\\s;]|\\\\[nr]|$|\\b)\n" +
	"plaid-api-token\tplaid\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:plaid\x01access-(?:sandbox|development|production)-\x03)\x02\n" +
	"plaid-client-id\tplaid\t0\t0\t350\t50\t-1\t10-10\t0\t(?i)(?:plaid\x01[a-z0-9]{24})\x02\n" +
	"plaid-secret-key\tplaid\t0\t0\t350\t50\t-1\t10-10\t0\t(?i)(?:plaid\x01[a-z0-9]{30})\x02\n" +
	"planetscale-api-token\tpscale_tkn_\t0\t0\t300\t0\t-1\t10-10\t0\t\\b(pscale_tkn_(?i)[\\w=\\.-]{32,64})\x02\n" +
	"planetscale-oauth-token\tpscale_oauth_\t0\t0\t300\t0\t-1\t10-10\t0\t\\b(pscale_oauth_[\\w=\\.-]{32,64})\x02\n" +
	"planetscale-password\tpscale_pw_\t0\t0\t300\t0\t-1\t10-10\t0\t(?i)\\b(pscale_pw_(?i)[\\w=\\.-]{32,64})\x02\n" +
	"postman-api-token\tpmak-\t0\t0\t300\t0\t-1\t10-10\t0\t\\b(PMAK-(?i)[a-f0-9]{24}\\-[a-f0-9]{34})\x02\n" +
	"prefect-api-token\tpnu_\t0\t0\t200\t0\t-1\t10-10\t0\t\\b(pnu_[a-zA-Z0-9]{36})\x02\n" +
	"private-key\t-----begin\t0\t0\t0\t0\t-1\t10-10\t0\t(?i)-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----[\\s\\S-]{64,}?KEY(?: BLOCK)?-----\n" +
	"privateai-api-token\tprivateai\x00private_ai\x00private-ai\t0\t0\t300\t100\t-1\t10-10\t0\t(?i:(?:private[_-]?ai)(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}([a-z0-9]{32})\x02\n" +
	"pulumi-api-token\tpul-\t0\t0\t200\t0\t-1\t10-10\t0\t\\b(pul-[a-f0-9]{40})\x02\n" +
	"pypi-upload-token\tpypi-ageichlwas5vcmc\t0\t0\t300\t0\t-1\t10-10\t0\tpypi-AgEIcHlwaS5vcmc[\\w-]{50,1000}\n" +
	"rapidapi-access-token\trapidapi\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:rapidapi\x01[a-z0-9_-]{50})\x02\n" +
	"readme-api-token\trdme_\t0\t0\t200\t0\t-1\t10-10\t0\t\\b(rdme_[a-z0-9]{70})\x02\n" +
	"rubygems-api-token\trubygems_\t0\t0\t200\t0\t-1\t10-10\t0\t\\b(rubygems_[a-f0-9]{48})\x02\n" +
	"scalingo-api-token\ttk-us-\t0\t0\t200\t0\t-1\t10-10\t0\t\\b(tk-us-[\\w-]{48})\x02\n" +
	"sendbird-access-id\tsendbird\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:sendbird\x01\x03)\x02\n" +
	"sendbird-access-token\tsendbird\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:sendbird\x01[a-f0-9]{40})\x02\n" +
	"sendgrid-api-token\tsg.\t0\t0\t200\t0\t-1\t10-10\t0\t\\b(SG\\.(?i)[a-z0-9=_\\-\\.]{66})\x02\n" +
	"sendinblue-api-token\txkeysib-\t0\t0\t200\t0\t-1\t10-10\t0\t\\b(xkeysib-[a-f0-9]{64}\\-(?i)[a-z0-9]{16})\x02\n" +
	"sentry-access-token\tsentry\t0\t0\t300\t50\t-1\t10-10\t0\t(?i)(?:sentry\x01[a-f0-9]{64})\x02\n" +
	"sentry-org-token\tsntrys_eyjpyxqio\t0\t0\t450\t0\t-1\t10-10\t0\t\\bsntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}={0,2}_[a-zA-Z0-9+/]{43}(?:[^a-zA-Z0-9+/]|\\z)\n" +
	"sentry-user-token\tsntryu_\t0\t0\t350\t0\t-1\t10-10\t0\t\\b(sntryu_[a-f0-9]{64})\x02\n" +
	"settlemint-application-access-token\tsm_aat\t0\t0\t300\t0\t-1\t10-10\t0\t\\b(sm_aat_[a-zA-Z0-9]{16})\x02\n" +
	"settlemint-personal-access-token\tsm_pat\t0\t0\t300\t0\t-1\t10-10\t0\t\\b(sm_pat_[a-zA-Z0-9]{16})\x02\n" +
	"settlemint-service-access-token\tsm_sat\t0\t0\t300\t0\t-1\t10-10\t0\t\\b(sm_sat_[a-zA-Z0-9]{16})\x02\n" +
	"shippo-api-token\tshippo_\t0\t0\t200\t0\t-1\t10-10\t0\t\\b(shippo_(?:live|test)_[a-fA-F0-9]{40})\x02\n" +
	"shopify-access-token\tshpat_\t0\t0\t200\t0\t-1\t10-10\t0\tshpat_[a-fA-F0-9]{32}\n" +
	"shopify-custom-access-token\tshpca_\t0\t0\t200\t0\t-1\t10-10\t0\tshpca_[a-fA-F0-9]{32}\n" +
	"shopify-private-app-access-token\tshppa_\t0\t0\t200\t0\t-1\t10-10\t0\tshppa_[a-fA-F0-9]{32}\n" +
	"shopify-shared-secret\tshpss_\t0\t0\t200\t0\t-1\t10-10\t0\tshpss_[a-fA-F0-9]{32}\n" +
	"sidekiq-secret\tbundle_enterprise__contribsys__com\x00bundle_gems__contribsys__com\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:BUNDLE_ENTERPRISE__CONTRIBSYS__COM|BUNDLE_GEMS__CONTRIBSYS__COM\x01[a-f0-9]{8}:[a-f0-9]{8})\x02\n" +
	"sidekiq-sensitive-url\tgems.contribsys.com\x00enterprise.contribsys.com\t0\t-1\t0\t0\t-1\t10-10\t0\t(?i)\\bhttps?://([a-f0-9]{8}:[a-f0-9]{8})@(?:gems.contribsys.com|enterprise.contribsys.com)(?:[\\/|\\#|\\?|:]|$)\n" +
	"slack-app-token\txapp\t0\t0\t200\t0\t-1\t10-10\t0\t(?i)xapp-\\d-[A-Z0-9]+-\\d+-[a-z0-9]+\n" +
	"slack-bot-token\txoxb\t0\t0\t300\t0\t-1\t10-10\t0\txoxb-[0-9]{10,13}-[0-9]{10,13}[a-zA-Z0-9-]*\n" +
	"slack-config-access-token\txoxe.xoxb-\x00xoxe.xoxp-\t0\t-1\t200\t0\t-1\t10-10\t0\t(?i)xoxe.xox[bp]-\\d-[A-Z0-9]{163,166}\n" +
	"slack-config-refresh-token\txoxe-\t0\t0\t200\t0\t-1\t10-10\t0\t(?i)xoxe-\\d-[A-Z0-9]{146}\n" +
	"slack-legacy-bot-token\txoxb\t0\t0\t200\t0\t-1\t10-10\t0\txoxb-[0-9]{8,14}-[a-zA-Z0-9]{18,26}\n" +
	"slack-legacy-token\txoxo\x00xoxs\t0\t0\t200\t0\t-1\t10-10\t0\txox[os]-\\d+-\\d+-\\d+-[a-fA-F\\d]+\n" +
	"slack-legacy-workspace-token\txoxa\x00xoxr\t0\t0\t200\t0\t-1\t10-10\t0\txox[ar]-(?:\\d-)?[0-9a-zA-Z]{8,48}\n" +
	"slack-user-token\txoxp-\x00xoxe-\t0\t-1\t200\t0\t-1\t10-10\t0\txox[pe](?:-[0-9]{10,13}){3}-[a-zA-Z0-9-]{28,34}\n" +
	"slack-webhook-url\thooks.slack.com\t0\t-1\t0\t0\t-1\t10-10\t0\t(?:https?://)?hooks.slack.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,56}\n" +
	"snyk-api-token\tsnyk\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:snyk[_.-]?(?:(?:api|oauth)[_.-]?)?(?:key|token)\x01\x03)\x02\n" +
	"sonar-api-token\tsonar\t0\t0\t0\t50\t2\t10-10\t0\t(?i)(?:sonar[_.-]?(login|token)\x01(?:squ_|sqp_|sqa_)?[a-z0-9=_\\-]{40})\x02\n" +
	"sourcegraph-access-token\tsgp_\x00sourcegraph\t0\t-1\t300\t0\t-1\t10-10\t0\t(?i)\\b(\\b(sgp_(?:[a-fA-F0-9]{16}|local)_[a-fA-F0-9]{40}|sgp_[a-fA-F0-9]{40}|[a-fA-F0-9]{40})\\b)\x02\n" +
	"square-access-token\tsq0atp-\x00eaaa\t0\t0\t200\t0\t-1\t10-10\t0\t\\b((?:EAAA|sq0atp-)[\\w-]{22,60})\x02\n" +
	"squarespace-access-token\tsquarespace\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:squarespace\x01\x03)\x02\n" +
	"stripe-access-token\tsk_test\x00sk_live\x00sk_prod\x00rk_test\x00rk_live\x00rk_prod\t0\t0\t200\t0\t-1\t10-10\t0\t\\b((?:sk|rk)_(?:test|live|prod)_[a-zA-Z0-9]{10,99})\x02\n" +
	"sumologic-access-id\tsumo\t0\t0\t300\t100\t-1\t10-10\t0\t(?i:(?:(?-i:[Ss]umo|SUMO))(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3})(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'\"\\s=]{0,5}(su[a-zA-Z0-9]{12})\x02\n" +
	"sumologic-access-token\tsumo\t0\t0\t300\t50\t-1\t10-10\t0\t(?i)(?:(?-i:[Ss]umo|SUMO)\x01[a-z0-9]{64})\x02\n" +
	"telegram-bot-api-token\ttelegr\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:telegr\x01[0-9]{5,16}:(?-i:A)[a-z0-9_\\-]{34})\x02\n" +
	"travisci-access-token\ttravis\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:travis\x01[a-z0-9]{22})\x02\n" +
	"twilio-api-key\tsk\t0\t0\t300\t0\t-1\t10-10\t0\tSK[0-9a-fA-F]{32}\n" +
	"twitch-api-token\ttwitch\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:twitch\x01[a-z0-9]{30})\x02\n" +
	"twitter-access-secret\ttwitter\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:twitter\x01[a-z0-9]{45})\x02\n" +
	"twitter-access-token\ttwitter\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:twitter\x01[0-9]{15,25}-[a-zA-Z0-9]{20,40})\x02\n" +
	"twitter-api-key\ttwitter\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:twitter\x01[a-z0-9]{25})\x02\n" +
	"twitter-api-secret\ttwitter\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:twitter\x01[a-z0-9]{50})\x02\n" +
	"twitter-bearer-token\ttwitter\t0\t0\t0\t50\t-1\t10-10\t0\t(?i)(?:twitter\x01A{22}[a-zA-Z0-9%]{80,100})\x02\n" +
	"typeform-api-token\ttfp_\t9\t124\t0\t50\t-1\t10-10\t0\t(?i)(?:typeform\x01tfp_[a-z0-9\\-_\\.=]{59})\x02\n" +
	"vault-batch-token\thvb.\t0\t0\t400\t0\t-1\t10-10\t0\t\\b(hvb\\.[\\w-]{138,300})\x02\n" +
	"vault-service-token\thvs.\x00s.\t0\t0\t350\t0\t-1\t10-11\t0\t\\b((?:hvs\\.[\\w-]{90,120}|s\\.(?i:[a-z0-9]{24})))\x02\n" +
	"yandex-access-token\tyandex\t0\t0\t0\t50\t-1\t11-11\t0\t(?i)(?:yandex\x01t1\\.[A-Z0-9a-z_-]+[=]{0,2}\\.[A-Z0-9a-z_-]{86}[=]{0,2})\x02\n" +
	"yandex-api-key\tyandex\t0\t0\t0\t50\t-1\t11-11\t0\t(?i)(?:yandex\x01AQVN[A-Za-z0-9_\\-]{35,38})\x02\n" +
	"yandex-aws-access-token\tyandex\t0\t0\t0\t50\t-1\t11-11\t0\t(?i)(?:yandex\x01YC[a-zA-Z0-9_\\-]{38})\x02\n" +
	"zendesk-secret-key\tzendesk\t0\t0\t0\t50\t-1\t11-11\t0\t(?i)(?:zendesk\x01[a-z0-9]{40})\x02"
