import Glibc
import SkillCommand

exit(await Program.main())
