import Glibc
import SkillCommand

exit(Program.main())
